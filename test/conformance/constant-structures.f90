! Constant arrays of derived types; optional dummies passed on to elemental functions.
program constant_structures
  implicit none
  type :: point
    integer :: x, y = 7
    complex :: z = (1.0, 2.0)
    real :: w(2) = [0.5, 1.5]
  end type point
  type :: segment
    type(point) :: from, to
  end type segment
  type(point), parameter :: grid(2, 2) = reshape([point(1), point(2, 20), point(3, w=[3.0, 4.0]), point(4)], [2, 2])
  type(point), parameter :: row(*) = [point(5), point(6)]
  type(segment), parameter :: s(1) = reshape([segment(point(8), point(9, 90))], [1])
  integer, parameter :: n = grid(2, 1)%y + row(2)%x
  real, parameter :: w2 = grid(1, 2)%w(2)
  integer :: i, space(n)
  real :: a(2) = [10.0, 20.0]
  logical :: good = .true.
  call check(n == 26 .and. size(space) == 26, 'component of a constant')
  call check(w2 == 4.0 .and. grid(1, 1)%w(2) == 1.5, 'array component')
  call check(grid(2, 2)%z == (1.0, 2.0) .and. s(1)%to%y == 90 .and. s(1)%from%y == 7, 'nested')
  call check(sum([((grid(i, 1)%x + grid(i, 2)%x), i = 1, 2)]) == 10, 'at run time')
  call check(all(grid(:, 2)%x == [3, 4]), 'section')
  call check(all(chosen() == [1.0, 2.0]), 'absent')
  call check(all(chosen(a) == [10.0, 20.0]), 'present')
  call check(all(scaled() == [1.0, 2.0]) .and. all(scaled(3.0) == [3.0, 3.0]), 'scalar')
  if (good) print '(a)', 'PASS'
contains
  function chosen(x) result(z)
    real, intent(in), optional :: x(2)
    real :: z(2)
    z = either(x, [1.0, 2.0])
  end function chosen
  function scaled(x) result(z)
    real, intent(in), optional :: x
    real :: z(2)
    z = either(x, [1.0, 2.0])
  end function scaled
  pure elemental real function either(x, default)
    real, intent(in), optional :: x
    real, intent(in) :: default
    either = default
    if (present(x)) either = x
  end function either
  subroutine check(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    good = .false.
    print '(2a)', 'FAIL ', what
  end subroutine check
end program constant_structures
