program math
  implicit none
  real, parameter :: pi = 3.14159265
  real(8), parameter :: dpi = 3.14159265358979324d0
  real :: x
  real(8) :: d
  x = 0.7
  d = 0.7d0
  call check(abs(sin(x)**2 + cos(x)**2 - 1) < 1e-6 .and. abs(tan(x) - sin(x) / cos(x)) < 1e-6, 'circle')
  call check(abs(sin(dpi / 6) - 0.5d0) < 1d-15, 'sine of 30 degrees')
  call check(abs(asin(sin(d)) - d) < 1d-15 .and. abs(acos(cos(d)) - d) < 1d-15 .and. abs(atan(tan(d)) - d) < 1d-15, 'inverse')
  call check(abs(atan2(1.0, -1.0) - 0.75 * pi) < 1e-6 .and. abs(atan2(-1.0, -1.0) + 0.75 * pi) < 1e-6, 'atan2')
  call check(abs(exp(log(5.0d0)) - 5) < 1d-14 .and. log10(1000.0) == 3.0, 'logarithms')
  call check(abs(sinh(d) - (exp(d) - exp(-d)) / 2) < 1d-15 .and. abs(tanh(d) - sinh(d) / cosh(d)) < 1d-15, 'hyperbolic')
  call check(abs(asinh(sinh(d)) - d) < 1d-14 .and. abs(atanh(tanh(d)) - d) < 1d-14, 'inverse hyperbolic')
  call check(sqrt(2.0d0)**2 - 2 < 1d-15 .and. hypot(3.0, 4.0) == 5.0, 'roots')
  call check(abs(erf(0.5d0) + erfc(0.5d0) - 1) < 1d-15 .and. abs(erf(0.5d0) - 0.520499877813046538d0) < 1d-15, 'erf')
  call check(abs(gamma(5.0d0) - 24) < 1d-12 .and. abs(log_gamma(10.0d0) - log(362880.0d0)) < 1d-13, 'gamma')
  call check(abs(bessel_j0(1.0d0) - 0.765197686557966552d0) < 1d-15, 'bessel')
  call check(all(abs(sqrt([1.0, 4.0, 9.0]) - [1.0, 2.0, 3.0]) < 1e-6), 'elemental')
  call check(dsqrt(4d0) == 2 .and. alog(1.0) == 0 .and. dabs(-2d0) == 2 .and. amax1(1.0, 2.0) == 2 .and. iabs(-3) == 3, 'old names')
  call check(dble(x) == real(x, 8) .and. float(3) == 3.0 .and. idint(3.9d0) == 3 .and. nint(-3.5) == -4, 'conversions')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program math
