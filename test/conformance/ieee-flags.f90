! Flags of IEEE 754: each operation raises what the standard says, exactly; procedures that work with the modules begin with quiet flags and leave the modes as they were.
! Rounding in four ways, abrupt underflow, status and modes.
module work
  use ieee_arithmetic
  implicit none
contains
  subroutine divide(a, quiet, raised)
    real(8), intent(in) :: a
    logical, intent(out) :: quiet, raised
    real(8) :: r
    call ieee_get_flag(ieee_divide_by_zero, quiet)
    r = 1 / a
    call ieee_get_flag(ieee_divide_by_zero, raised)
    call ieee_set_rounding_mode(ieee_up)
  end subroutine
end module
program ieee_flags
  use work
  implicit none
  real(8) :: a, b, c, down, nearest_one
  real :: x, y
  integer :: i, n, mistakes = 0
  integer(8) :: k
  real(ieee_selected_real_kind(10)) :: ieee_folded
  logical :: first, second, all_flags(5), gradual
  type(ieee_status_type) :: status
  type(ieee_modes_type) :: modes
  type(ieee_round_type) :: mode
  a = 1; b = 3
  call ieee_set_flag(ieee_all, .false.)
  ! flags in the order of ieee_all: overflow, divide by zero, invalid, underflow, inexact
  c = a / b;                     call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('....i', 1)
  c = a / 2;                     call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('.....', 2)
  c = 1d300; c = c * c;          call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('o...i', 3)
  c = 1d-300; c = c * c;         call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('...ui', 4)
  c = 4d-320; c = c * 0.5d0;     call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('.....', 5)
  c = 3 * tiny(c); c = c / 7;    call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('...ui', 6)
  c = 0; c = a / c;              call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('.d...', 7)
  c = 0; c = c / c;              call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('..v..', 8)
  c = -1; c = sqrt(c);           call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('..v..', 9)
  c = 2; c = sqrt(c);            call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('....i', 10)
  n = 16777217; x = n;           call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('....i', 11)
  k = 2_8**53 + 1; c = k;        call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('....i', 12)
  c = 1d300; x = c;              call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('o...i', 13)
  c = 2.5; i = c;                call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('....i', 14)
  c = 1d20; i = c;               call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('..v..', 15)
  c = 0; c = log(c);             call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('.d...', 16)
  c = -1; c = log(c);            call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('..v..', 17)
  c = 1000; c = exp(c);          call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('o...i', 18)
  c = ieee_value(c, ieee_positive_inf); c = c - c
  call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('..v..', 19)
  x = 3; x = merge(1 / x, x, x > 5); call ieee_get_flag(ieee_all, all_flags); call ieee_set_flag(ieee_all, .false.); call expect('.....', 20)

  call ieee_set_flag(ieee_divide_by_zero, .true.)
  b = 0
  call divide(b, first, second)
  call ieee_get_rounding_mode(mode)
  if (first .or. .not. second .or. mode /= ieee_nearest) call wrong(21)
  call ieee_get_flag(ieee_divide_by_zero, first)
  if (.not. first) call wrong(22)

  call ieee_set_flag([ieee_invalid, ieee_divide_by_zero], [.true., .false.])
  call ieee_get_status(status)
  call ieee_set_flag(ieee_all, .true.)
  call ieee_set_status(status)
  call ieee_get_flag(ieee_usual, all_flags(1:3))
  if (any(all_flags(1:3) .neqv. [.false., .false., .true.])) call wrong(23)
  call ieee_set_flag(ieee_all, .false.)

  a = 1; b = 3; x = 1; y = 3
  nearest_one = a / b
  call ieee_get_modes(modes)
  call ieee_set_rounding_mode(ieee_down)
  down = a / b
  c = a - a
  if (down /= nearest_one .or. sign(1d0, c) /= -1) call wrong(24)
  call ieee_set_rounding_mode(ieee_up)
  if (a / b /= ieee_next_after(down, 1d0) .or. a + 1d-30 <= 1 .or. -a - 1d-30 /= -1) call wrong(25)
  call ieee_set_rounding_mode(ieee_to_zero)
  c = huge(c); c = c * 2
  if (c /= huge(c) .or. ieee_rint(-2.7) /= -2) call wrong(26)
  call ieee_set_modes(modes)
  if (a / b /= nearest_one .or. ieee_rint(2.5) /= 2 .or. ieee_rint(2.2, ieee_up) /= 3) call wrong(27)

  call ieee_set_underflow_mode(.false.)
  c = tiny(c); c = c / 4
  call ieee_get_underflow_mode(gradual)
  if (c /= 0 .or. gradual) call wrong(28)
  call ieee_set_underflow_mode(.true.)
  c = tiny(c); c = c / 4
  if (c == 0) call wrong(29)
  if (.not. ieee_support_flag(ieee_inexact, x) .or. .not. ieee_support_halting(ieee_overflow)) call wrong(30)
  if (transfer(ieee_value(x, ieee_signaling_nan), 0) == transfer(ieee_value(x, ieee_quiet_nan), 0)) call wrong(31)
  if (ieee_fma(2.0, 3.0, 1.0) /= 7 .or. .not. ieee_signbit(-0d0) .or. ieee_next_up(1.0) <= 1 .or. &
    ieee_max_num(1.0, ieee_value(x, ieee_quiet_nan)) /= 1 .or. .not. ieee_quiet_lt(1d0, 2d0)) call wrong(32)
  if (kind(ieee_folded) /= 8 .or. ieee_next_after(0.12d0, 1.0) <= 0.12d0) call wrong(34)
  if (ieee_selected_real_kind(10) /= 8 .or. ieee_selected_real_kind(40) /= -1 .or. ieee_int(2.5, ieee_up) /= 3) call wrong(33)
  if (mistakes == 0) print *, 'PASS'
contains
  ! Flags are asked where they were raised: a procedure begins with quiet ones.
  subroutine expect(letters, number)
    character(5), intent(in) :: letters
    integer, intent(in) :: number
    character(5), parameter :: names = 'odvui'
    integer :: j
    do j = 1, 5
      if (all_flags(j) .neqv. letters(j:j) == names(j:j)) call wrong(number)
    end do
  end subroutine
  subroutine wrong(number)
    integer, intent(in) :: number
    mistakes = mistakes + 1
    print *, 'wrong:', number, all_flags
  end subroutine
end program
