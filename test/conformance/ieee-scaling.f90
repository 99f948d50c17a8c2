! Exponents and scaling of ieee_arithmetic, and what the processor says it supports.
program ieee_scaling
  use, intrinsic :: ieee_arithmetic
  use, intrinsic :: ieee_exceptions
  implicit none
  real :: x = 8.5, tiny_number = 1e-40, zero = 0.0, huge_number = 3e38
  real(8) :: y = 1d-310
  logical :: set
  type(ieee_round_type) :: rounding
  if (ieee_logb(x) /= 3.0 .or. ieee_logb(-0.3) /= -2.0 .or. ieee_logb(tiny_number) /= -133.0) error stop 1
  if (ieee_is_finite(ieee_logb(zero)) .or. ieee_logb(y) /= -1030.0d0) error stop 2
  if (ieee_scalb(x, 3) /= 68.0 .or. ieee_scalb(x, -3) /= 1.0625 .or. ieee_scalb(zero, 5) /= 0.0) error stop 3
  if (ieee_is_finite(ieee_scalb(huge_number, 2)) .or. ieee_scalb(ieee_scalb(huge_number, -60), 60) /= huge_number) error stop 4
  if (ieee_scalb(y, 1100) /= y * 2d0**1000 * 2d0**100) error stop 5
  if (.not. ieee_support_divide() .or. .not. ieee_support_io(x)) error stop 6
  if (.not. ieee_support_rounding(ieee_nearest) .or. .not. ieee_support_rounding(ieee_up, y)) error stop 7
  if (.not. ieee_support_flag(ieee_overflow) .or. .not. ieee_support_halting(ieee_invalid)) error stop 8
  call ieee_set_halting_mode(ieee_all, .false.)
  call ieee_set_halting_mode(ieee_divide_by_zero, .false.)
  call ieee_set_flag(ieee_usual, .false.)
  call ieee_get_flag(ieee_overflow, set)
  if (set) error stop 9
  call ieee_get_rounding_mode(rounding)
  if (rounding /= ieee_nearest) error stop 10
  print *, 'PASS'
end program
