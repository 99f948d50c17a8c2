! Intrinsic functions as actual arguments, as interfaces of procedures and in generics; all orders of bessel_jn; volatile given to the host's variable.
module taking
  implicit none
  interface taken
    module procedure number, value_at
  end interface taken
  integer :: outer = 5
contains
  real function number(x)
    real :: x
    number = x
  end function number
  real function value_at(f)
    procedure(real) :: f
    value_at = f(1.0)
  end function value_at
  integer function measured(f, text)
    integer, external :: f
    character(*), intent(in) :: text
    measured = f(text)
  end function measured
  real function at(f, x)
    real, external :: f
    real, intent(in) :: x
    at = f(x)
  end function at
  integer function read_again()
    volatile :: outer
    read_again = outer
  end function read_again
end module taking

program intrinsics_passed_on
  use taking
  implicit none
  intrinsic :: cos, acosh, len, erf, log
  procedure(sin), pointer :: f
  logical :: good
  integer :: i, n
  good = taken(2.0) == 2.0 .and. taken(cos) == cos(1.0)
  good = good .and. measured(len, 'seven..') == 7
  good = good .and. at(acosh, 1.5) == acosh(1.5) .and. at(erf, 0.5) == erf(0.5) .and. at(log, 2.0) == log(2.0)
  f => sin
  good = good .and. f(0.5) == sin(0.5)
  n = 4
  good = good .and. all(abs(bessel_jn(0, n, 2.5) - [(bessel_jn(i, 2.5), i = 0, 4)]) < 1e-6)
  good = good .and. size(bessel_yn(1, 3, 2.5d0)) == 3 .and. size(bessel_jn(3, 2, 1.0)) == 0
  good = good .and. read_again() == 5
  if (good) print '(a)', 'PASS'
end program intrinsics_passed_on
