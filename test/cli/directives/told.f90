program told
  implicit none
  integer, parameter :: n = 1000
  integer :: i
  real :: a(n)
  a = 1
  !$acc parallel loop copy(a)
  do i = 1, n
    a(i) = a(i) + 1
  end do
  print *, a(n)
end program
