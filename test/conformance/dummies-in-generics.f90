! Generics that name dummy procedures and pointers, null() for any rank, Cray pointers to procedures, constants of inquiries and of no characters.
module generics
  use ieee_arithmetic
  implicit none
  abstract interface
    pure function spread_out(n)
      integer, intent(in) :: n
      integer :: spread_out(n)
    end function
    subroutine taker(x)
      real, intent(inout) :: x
    end subroutine
  end interface
  character(3), parameter :: c(2) = ['abc', 'def']
  character(3), parameter :: least = minval(c, dim=1, mask=c > 'g')
  character(3), parameter :: most = maxval(c, dim=1, mask=c > 'g')
  character(3), parameter :: usual = minval(c), chosen = maxval(c, mask=c < 'b')
  logical, parameter :: nans = ieee_support_nan(1.0), infs = ieee_support_inf(1d0), whole = ieee_support_standard()
contains
  integer function tricky(ugly)
    interface yo
      pure function ugly(n)
        integer, intent(in) :: n
        integer :: ugly(n)
      end function
    end interface
    tricky = size(yo(3)) + sum(yo(2))
  end function
  subroutine either(first, second, x, i)
    interface change
      subroutine first(x)
        real, intent(inout) :: x
      end subroutine
      subroutine second(i)
        integer, intent(inout) :: i
      end subroutine
    end interface
    real, intent(inout) :: x
    integer, intent(inout) :: i
    call change(x)
    call change(i)
  end subroutine
  pure function doubled(n)
    integer, intent(in) :: n
    integer :: doubled(n)
    doubled = 2
  end function
  subroutine half(x)
    real, intent(inout) :: x
    x = x / 2
  end subroutine
  subroutine next(i)
    integer, intent(inout) :: i
    i = i + 1
  end subroutine
  integer function ranked(x)
    integer, pointer, intent(in) :: x(..)
    ranked = 10 * rank(x)
    if (associated(x)) ranked = ranked + 1
  end function
end module

program dummies_in_generics
  use generics
  implicit none
  integer, external :: fn, other
  integer, pointer :: p, q(:), r(:, :)
  integer :: i = 4
  real :: x = 5
  pointer (at, pte)
  integer, external :: pte
  if (tricky(doubled) /= 7) error stop 1
  call either(half, next, x, i)
  if (x /= 2.5 .or. i /= 5) error stop 2
  allocate (p, q(2))
  if (ranked(null(p)) /= 0 .or. ranked(null(q)) /= 10 .or. ranked(null(r)) /= 20) error stop 3
  if (ranked(p) /= 1 .or. ranked(q) /= 11) error stop 4
  at = loc(fn)
  if (pte(7) /= 14) error stop 5
  at = loc(other)
  if (pte(7) /= 21) error stop 6
  if (ichar(least(1:1)) /= 255 .or. ichar(least(3:3)) /= 255 .or. ichar(most(2:2)) /= 0) error stop 7
  if (usual /= 'abc' .or. chosen /= 'abc') error stop 8
  if (.not. (nans .and. infs .and. whole)) error stop 9
  print *, 'PASS'
end program

integer function fn(i)
  integer, intent(in) :: i
  fn = 2 * i
end function
integer function other(i)
  integer, intent(in) :: i
  other = 3 * i
end function
