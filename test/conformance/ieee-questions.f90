! Questions about IEEE exceptions in constant expressions, of flags by name and of arrays of them.
program ieee_questions
  use, intrinsic :: ieee_arithmetic
  implicit none
  logical, parameter :: halts = ieee_support_halting(ieee_overflow), noticed = ieee_support_flag(ieee_inexact, 1.0d0)
  integer, parameter :: k = merge(8, 4, ieee_support_flag(ieee_underflow) .and. ieee_support_halting(ieee_invalid))
  integer(k) :: wide
  type(ieee_flag_type) :: flag = ieee_divide_by_zero
  logical :: raised(size(ieee_all)), modes(3), good
  good = halts .and. noticed .and. kind(wide) == 8 .and. size(ieee_all) == 5 .and. size(ieee_usual) == 3
  good = good .and. flag == ieee_divide_by_zero .and. flag /= ieee_inexact .and. count(ieee_all == flag) == 1
  good = good .and. ieee_support_flag(flag) .and. ieee_support_halting(ieee_all(2))
  call ieee_set_flag(ieee_all, .false.)
  call ieee_set_flag([ieee_overflow, flag], .true.)
  call ieee_get_flag(ieee_all, raised)
  good = good .and. count(raised) == 2
  call ieee_set_flag(ieee_all, .false.)
  call ieee_get_halting_mode(ieee_usual, modes)
  good = good .and. .not. any(modes)
  if (good) print '(a)', 'PASS'
end program ieee_questions
