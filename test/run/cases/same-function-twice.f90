! What a loop computes is to the bit what calls one by one give, in both precisions, where nobody has asked for more speed.
module m
contains
  real(8) function one8(x)
    real(8), value :: x
    one8 = exp(-x)*sin(3*x) + log(x) - cos(x)
  end function
  real function one4(x)
    real, value :: x
    one4 = exp(-x)*sin(3*x) + log(x) - cos(x)
  end function
end module
program p
  use m
  integer, parameter :: n = 4000
  real(8) :: x(n), y(n)
  real :: u(n), v(n)
  integer :: i, j, differ
  do i = 1, n
    x(i) = 1d-3 + 7.31d-3*i
    u(i) = real(x(i))
  end do
  do i = 1, n
    y(i) = exp(-x(i))*sin(3*x(i)) + log(x(i)) - cos(x(i))
    v(i) = exp(-u(i))*sin(3*u(i)) + log(u(i)) - cos(u(i))
  end do
  differ = 0
  do j = 1, n
    i = 1 + mod(j*1237, n)
    if (y(i) /= one8(x(i))) differ = differ + 1
    if (v(i) /= one4(u(i))) differ = differ + 1
  end do
  print *, differ
end program
