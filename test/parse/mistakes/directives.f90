program p
  integer :: i
  real :: a(4), s
  ! error[unknown-directive]
  !$acc paralel loop
  do i = 1, 4
    a(i) = 1
  end do
  ! error[unknown-clause]
  !$acc kernels loop copyinn(a)
  do i = 1, 4
    a(i) = 1
  end do
  ! error[clause-argument]
  !$acc data copyin
  ! error[stray-directive-end]
  !$acc end data
  ! error[directive-needs-loop]
  !$acc parallel loop
  a = 1
  ! error[stray-directive-end]
  !$acc end parallel
  ! error[repeated-clause]
  !$acc update self(a) if(.true.) if(.false.)
  ! error[clause-argument]
  !$acc parallel loop seq(3)
  ! error[clause-modifier]
  !$acc parallel loop gang(dynamic: 3)
  do i = 1, 4
    a(i) = 1
  end do
  !$acc serial
  a = 2
! error[missing-directive-end]
end program
