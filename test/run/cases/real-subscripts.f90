! options: -w
! Real subscripts are cut off.
program p
  implicit none
  integer :: a(10), i
  real :: x = 3.9, y(2) = [1.5, 2.5]
  real(8) :: z = -0.5d0
  a = [(i*i, i=1, 10)]
  print *, a(x), a(x:6.2), a(y), a(z + 2)
  a(2.7) = 50
  print *, a(2), a(int(x) + 0.9)
end program
