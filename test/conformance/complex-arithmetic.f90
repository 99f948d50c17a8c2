program complex_arithmetic
  implicit none
  complex :: a, b
  complex(8) :: z
  real :: r
  a = (1.0, 2.0)
  b = cmplx(3.0, -1.0)
  call check(a + b == (4.0, 1.0), 'sum')
  call check(a * b == (5.0, 5.0), 'product')
  call check(abs(a / b - (0.1, 0.7)) < 1e-6, 'quotient')
  call check(conjg(a) == (1.0, -2.0) .and. aimag(a) == 2.0 .and. real(a) == 1.0, 'parts')
  call check(abs((3.0, 4.0)) == 5.0, 'absolute value')
  call check(a == cmplx(1, 2) .and. a /= b, 'comparison')
  a = 2
  call check(a == (2.0, 0.0), 'from an integer')
  r = a
  call check(r == 2.0, 'to a real')
  z = (0.0d0, 3.14159265358979d0)
  call check(abs(exp(z) + 1) < 1d-12, 'exponential')
  call check(abs(sqrt((-4.0, 0.0)) - (0.0, 2.0)) < 1e-6, 'square root')
  call check((1.0, 1.0)**2 == (0.0, 2.0), 'whole power')
  call check(abs((0.0, 1.0)**(0.5, 0.0) - cmplx(sqrt(0.5), sqrt(0.5))) < 1e-6, 'complex power')
  call check(abs(log((1.0, 1.0)) - cmplx(0.346573591, 0.785398163)) < 1e-6, 'logarithm')
  z%re = 7
  call check(real(z) == 7 .and. z%im > 3, 'parts as components')
  call check(-a == (-2.0, 0.0) .and. a * 3 == (6.0, 0.0) .and. 1 / a == (0.5, 0.0), 'mixed')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program complex_arithmetic
