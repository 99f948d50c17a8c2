module fields
  real, allocatable :: u(:)
  !$acc declare create(u)
  common /shared/ c1, c2
  !$acc declare copyin(/shared/)
contains
  subroutine point(x)
    !$acc routine vector
    real :: x
    x = 1
  end subroutine
end module

program p
  !@acc use openacc
  integer :: i, j, n = 4
  real :: a(4, 4), s, t
  !$acc data copyin(a(:, 1:n)) create(zero: t) &
  !$acc&     if (n > 1) ! a comment
  !$ACC PARALLEL LOOP GANG(static: *) Vector_Length(128) &
  ! between
  !$acc   collapse(2) reduction(max: s) reduction(.and.: t) async(1), wait(devnum: 0: queues: 1, 2)
  do i = 1, n
    do j = 1, n
      a(i, j) = 0
    end do
  end do
  !$acc kernels
  !$acc loop independent tile(*, 4) device_type(nvidia) worker
  do i = 1, n
    !$acc cache(a(i, :))
    !$acc loop seq
    do j = 1, n
      !$acc atomic capture
      s = t
      t = t + 1
      !$acc end atomic
      !$acc atomic
      t = t + 1
    end do
  end do
  !$acc endkernels
  !$acc host_data use_device(a)
  call f(a)
  !$acc end host_data
  !$acc wait(1)
  !$acc update self(a(2:3, :)) if_present
  !$acc end data
  !$acc region local(s)
  !$acc do parallel, vector(256)
  do i = 1, n
    a(i, 1) = 1
  end do
  !$acc end region
  !$accident
end program
