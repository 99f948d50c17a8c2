! Dummies of assumed rank: inquiries, select rank, passing on, allocatables, optional ones.
module ranks
  implicit none
  type point
    integer :: x = 0, y = 0
  end type point
contains
  integer function weight(a) result(w)
    integer, intent(in) :: a(..)
    integer :: i
    w = 0
    select rank (a)
    rank (0)
      w = a
    rank (1)
      do i = lbound(a, 1), ubound(a, 1)
        w = w + i * a(i)
      end do
    rank (2)
      w = sum(a(:, 1)) - sum(a(:, size(a, 2)))
    rank default
      w = -rank(a)
    end select
  end function weight

  subroutine double(a)
    class(*), intent(inout) :: a(..)
    select rank (b => a)
    rank (1)
      select type (b)
      type is (integer)
        b = 2 * b
      type is (real)
        b = 2.0 * b
      end select
    end select
  end subroutine double

  subroutine fill(a, n)
    integer, allocatable, intent(out) :: a(..)
    integer, intent(in) :: n
    select rank (a)
    rank (0)
      allocate (a)
      a = n
    rank (1)
      allocate (a(0:n - 1))
      a = n
    rank (2)
      allocate (a(n, n + 1))
      a = n
    end select
  end subroutine fill

  integer function elements(a)
    real, intent(in), optional :: a(..)
    elements = -1
    if (present(a)) elements = through(a)
  end function elements

  integer function through(a)
    real, intent(in) :: a(..)
    through = size(a)
  end function through

  integer function letters(a)
    character(*), intent(in) :: a(..)
    letters = len(a)
    select rank (a)
    rank (0)
      if (a(1:1) /= 'a') letters = -1
    rank (1)
      if (a(2)(1:1) /= 'd') letters = -2
    end select
  end function letters

  integer function bounds(a)
    integer, intent(in), pointer :: a(..)
    bounds = 100 * lbound(a, 1) + ubound(a, 1)
  end function bounds

  integer function xs(p)
    type(point), intent(in) :: p(..)
    xs = -1
    select rank (p)
    rank (0)
      xs = p%x
    rank (1)
      xs = sum(p%x)
    end select
  end function xs

  integer function kind_of(a)
    integer, intent(in) :: a(..)
    kind_of = 0
    which: select rank (a)
    rank (1)
      kind_of = size(a)
    rank (*)
      kind_of = -a(2)
      if (a(1) > 100) exit which
      kind_of = kind_of - 1
    rank (0)
      kind_of = 1000
    end select which
  end function kind_of

  integer function open_ended(x)
    integer, intent(in) :: x(*)
    open_ended = kind_of(x)
  end function open_ended
end module ranks

program assumed_rank
  use ranks
  implicit none
  integer :: m(2, 3) = reshape([1, 2, 3, 4, 5, 6], [2, 3]), cube(2, 2, 2) = 0, v(4) = [1, 2, 3, 4]
  integer, allocatable :: s, one(:), two(:, :)
  integer, pointer :: p(:)
  real :: r(3) = [1.0, 2.0, 3.0]
  logical :: good = .true.

  call check(weight(7) == 7, 'scalar')
  call check(weight(v) == 30, 'vector')
  call check(weight(v(4:1:-1)) == 20, 'section')
  call check(weight(m) == 3 - 11, 'matrix')
  call check(weight(cube) == -3, 'default')
  call check(weight(v(2) + 1) == 3, 'expression')
  call double(v)
  call check(all(v == [2, 4, 6, 8]), 'class(*) integer')
  call double(r(1:3:2))
  call check(all(r == [2.0, 2.0, 6.0]), 'class(*) real')
  call fill(s, 3)
  call check(s == 3, 'allocatable scalar')
  call fill(one, 4)
  call check(lbound(one, 1) == 0 .and. size(one) == 4 .and. all(one == 4), 'allocatable vector')
  call fill(two, 2)
  call check(all(shape(two) == [2, 3]) .and. all(two == 2), 'allocatable matrix')
  call check(elements() == -1, 'absent')
  call check(elements(r) == 3 .and. elements(1.0) == 1, 'passed on')
  call check(letters('abc') == 3 .and. letters(['abcd', 'defg']) == 4, 'characters')
  allocate (p(3:9))
  call check(bounds(p) == 309, 'pointer')
  call check(xs(point(4, 5)) == 4 .and. xs([point(1, 1), point(2, 2)]) == 3, 'derived')
  call check(kind_of([4, 5, 6]) == 3 .and. kind_of(1) == 1000, 'select rank without a match for *')
  call check(open_ended([4, 5, 6]) == -6 .and. open_ended([400, 5]) == -5, 'assumed size')
  if (good) print '(a)', 'PASS'
contains
  subroutine check(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    good = .false.
    print '(2a)', 'FAIL ', what
  end subroutine check
end program assumed_rank
