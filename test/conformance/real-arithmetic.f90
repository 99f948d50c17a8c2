program real_arithmetic
  implicit none
  integer, parameter :: sp = kind(1.0), dp = kind(1.0d0)
  real(sp) :: x, y
  real(dp) :: d
  integer :: n
  x = 1.0 / 3.0
  d = 1.0_dp / 3.0_dp
  call check(abs(x * 3.0 - 1.0) < 1.0e-6, 'single third')
  call check(abs(d * 3 - 1) < 1.0e-15_dp, 'double third')
  call check(real(x, dp) /= d, 'a widened single is not the double')
  call check(real(d, sp) == x, 'a narrowed double is the single')
  x = 16777216.0
  call check(x + 1.0 == x, 'single rounds')
  y = 2.0
  call check(y**3 == 8.0 .and. y**(-1) == 0.5 .and. y**0.5 > 1.41421 .and. y**0.5 < 1.41422, 'powers')
  n = 10
  call check(y**n == 1024.0, 'power of a variable')
  call check(7 / 2 * 2.0 == 6.0 .and. 7 / 2.0 == 3.5, 'mixed division')
  call check(int(-2.7) == -2 .and. nint(-2.5) == -3 .and. nint(2.5) == 3, 'to integers')
  call check(floor(-2.1) == -3 .and. ceiling(-2.9) == -2, 'floor and ceiling')
  call check(aint(2.9) == 2.0 .and. anint(2.5) == 3.0, 'aint and anint')
  call check(mod(5.5, 2.0) == 1.5 .and. modulo(-5.5, 2.0) == 0.5, 'remainders')
  call check(1.5e3 == 1500.0 .and. 1.5d-1 == 0.15_dp .and. .5 == 0.5 .and. 5. == 5.0, 'literals')
  call check(sign(2.0, -0.0) == -2.0, 'sign of negative zero')
  d = 1
  do n = 1, 60
    d = d / 2
  end do
  call check(d == 2.0_dp**(-60), 'halving')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program real_arithmetic
