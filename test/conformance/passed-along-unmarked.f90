! Internal procedures that are passed along by hosts that nothing calls recursive, while another call of the same host is there.
module solvers
  implicit none
  abstract interface
    real(8) function of_x(x)
      real(8), intent(in) :: x
    end function of_x
  end interface
  type :: solver
    procedure(method), pointer :: f => null()
    integer :: again = 0
  contains
    procedure :: solve
  end type solver
  abstract interface
    real(8) function method(me, x)
      import :: solver
      class(solver), intent(inout) :: me
      real(8), intent(in) :: x
    end function method
  end interface
contains
  ! An object keeps the internal procedure, and solves with another one, which asks this one.
  real(8) function with_object(f, again) result(r)
    procedure(of_x) :: f
    integer, intent(in) :: again
    type(solver) :: s
    s%again = again
    s%f => wrapper
    r = s%solve(2d0)
  contains
    real(8) function wrapper(me, x)
      class(solver), intent(inout) :: me
      real(8), intent(in) :: x
      wrapper = f(x) + me%again
    end function wrapper
  end function with_object

  real(8) function solve(me, x)
    class(solver), intent(inout) :: me
    real(8), intent(in) :: x
    if (me%again > 0) then
      solve = with_object(inner, me%again - 1)
    else
      solve = me%f(x)
    end if
  contains
    real(8) function inner(y)
      real(8), intent(in) :: y
      inner = 10 * me%f(y)
    end function inner
  end function solve

  ! One internal procedure passes its neighbour along, after which the host does.
  real(8) function neighbours(level, before) result(r)
    integer, intent(in) :: level
    procedure(of_x), optional :: before
    procedure(of_x), pointer :: chosen
    call choose
    r = chosen(1d0)
    if (present(before)) r = r + 100 * before(0d0)
    if (level < 4) r = r + deeper(sum_up)
    r = r + chosen(1d0)
  contains
    subroutine choose
      chosen => sum_up
    end subroutine choose
    real(8) function sum_up(x)
      real(8), intent(in) :: x
      sum_up = level + x
    end function sum_up
    real(8) function deeper(f)
      procedure(of_x) :: f
      deeper = neighbours(level + 1, f)
      if (f(0d0) /= level) deeper = -1d6
    end function deeper
  end function neighbours
end module solvers

program passed_along_unmarked
  use solvers
  implicit none
  integer :: wrong = 0, i
  real(8) :: offset = 0.5d0
  do i = 1, 30
    if (with_object(shifted, 0) /= 2.5d0) wrong = wrong + 1
    if (with_object(shifted, 1) /= 35d0) wrong = wrong + 1
    if (with_object(shifted, 3) /= 5710d0) wrong = wrong + 1
    if (neighbours(1) /= 2 * (2 + 3 + 4 + 5) + 100 * (1 + 2 + 3)) wrong = wrong + 1
  end do
  if (wrong == 0) print '(a)', 'PASS'
contains
  real(8) function shifted(x)
    real(8), intent(in) :: x
    shifted = x + offset
  end function shifted
end program passed_along_unmarked
