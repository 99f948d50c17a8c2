program race
  implicit none
  integer :: i
  real :: a(1000)
  a = 1
  !$acc kernels copy(a)
  !$acc loop independent
  do i = 2, 1000
    a(i) = a(i - 1) + 1
  end do
  !$acc end kernels
  print *, a(1)
end program
