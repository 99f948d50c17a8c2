program wrong
  implicit none
  integer :: i, j, n = 10
  real :: a(10), s; real, target :: b(10, 10)
  !$acc parallel loop copyinn(a)
  do i = 1, n
    a(i) = i
  end do
  !$acc parallel loop if(n > 3) if(n > 4)
  do i = 1, n
    a(i) = i
  end do
  !$acc parallel loop collapse(3)
  do i = 1, n
    do j = 1, n
      b(i, j) = i
    end do
  end do
  !$acc parallel loop default(none)
  do i = 1, n
    a(i) = i
  end do
  !$acc parallell loop
  do i = 1, n
    a(i) = i
  end do
  !$acc enter data copyout(a)
  !$acc parallel loop gang(
  do i = 1, n
    a(i) = i
  end do
  !$acc data copy(1 + n)
  !$acc end data
  !$acc parallel loop vector_length()
  do i = 1, n
    a(i) = i
  end do
  !$acc loop seq
  print *, a
  !$acc exit data copyin(a)
  print *, a, b, s
  block
    real, pointer :: p(:)
    !$acc parallel loop copy(b)
    do j = 1, n
      p => b(:, j)
      p(1) = 0
    end do
  end block
end program
