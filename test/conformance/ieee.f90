program ieee
  use ieee_arithmetic
  implicit none
  real :: x, zero = 0.0
  real(8) :: d
  x = ieee_value(x, ieee_quiet_nan)
  call check(ieee_is_nan(x) .and. .not. ieee_is_nan(1.0) .and. x /= x, 'nan')
  d = ieee_value(d, ieee_positive_inf)
  call check(.not. ieee_is_finite(d) .and. d > huge(d) .and. ieee_is_finite(1.0d0), 'infinity')
  call check(ieee_is_negative(-1.0) .and. .not. ieee_is_negative(1.0), 'negative')
  x = 1.0 / zero
  call check(.not. ieee_is_finite(x), 'division by zero')
  call check(ieee_copy_sign(2.0, -zero) == -2.0, 'sign of zero')
  call check(ieee_is_normal(1.0) .and. .not. ieee_is_normal(tiny(1.0) / 2), 'normal')
  call check(ieee_rint(2.5) == 2.0 .and. ieee_next_after(1.0, 2.0) == nearest(1.0, 1.0), 'rounding')
  call check(ieee_class(-zero) == ieee_negative_zero .and. ieee_class(2.0) /= ieee_positive_zero, 'classes')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program ieee
