! Elemental subroutines whose arguments are computed from what they change; structure constructors given what is not allocated.
program elemental_actuals
  implicit none
  type holder
    integer, allocatable :: a(:)
    integer, allocatable :: n
  end type holder
  integer :: a(5) = [1, 2, 3, 4, 5]
  integer, allocatable :: none(:), no
  type(holder) :: h
  logical :: good = .true.
  call twice(a(1:4) + 1, a(2:5))
  good = good .and. all(a == [1, 4, 6, 8, 10])
  call twice(a + 1, a)
  good = good .and. all(a == [4, 10, 14, 18, 22])
  call twice(same(a(1:4)), a(2:5))
  good = good .and. all(a == [4, 8, 20, 28, 36])
  call twice(a(5:1:-1) - 1, a)
  good = good .and. all(a == [70, 54, 38, 14, 6])
  h = holder([1, 2], 3)
  good = good .and. allocated(h%a) .and. allocated(h%n)
  h = holder(none, no)
  good = good .and. .not. allocated(h%a) .and. .not. allocated(h%n)
  if (good) print '(a)', 'PASS'
contains
  elemental subroutine twice(from, to)
    integer, intent(in) :: from
    integer, intent(out) :: to
    to = 2 * from
  end subroutine twice
  elemental integer function same(i)
    integer, intent(in) :: i
    same = i
  end function same
end program elemental_actuals
