! Defined assignment under a mask, nested and with elsewhere: only chosen elements are assigned.
module flags
  implicit none
  type flag
    integer :: n = 0
  end type flag
  interface assignment(=)
    module procedure set, change, square
  end interface
contains
  elemental subroutine set(f, l)
    type(flag), intent(out) :: f
    logical, intent(in) :: l
    f%n = merge(1, -1, l)
  end subroutine set
  elemental subroutine change(f, n)
    type(flag), intent(inout) :: f
    integer, intent(in) :: n
    f%n = f%n + n
  end subroutine change
  elemental subroutine square(f, g)
    type(flag), intent(out) :: f
    type(flag), intent(in) :: g
    f%n = g%n**2
  end subroutine square
end module flags

program where_defined_assignment
  use flags
  implicit none
  type(flag) :: f(5), g(2, 3)
  integer :: i
  logical :: good
  f = [(i, i=1, 5)]
  where (f%n > 2)
    f = 10
  elsewhere
    f = f%n == 2
  end where
  good = all(f%n == [-1, 1, 13, 14, 15])
  where (f%n > 13) f = f(5:1:-1)
  good = good .and. all(f%n == [-1, 1, 13, 1, 1])
  g = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  where (g%n > 1)
    where (g%n < 6)
      g = g
    elsewhere
      g = .true.
    end where
  end where
  good = good .and. all(g%n == reshape([1, 4, 9, 16, 25, 1], [2, 3]))
  if (good) print '(a)', 'PASS'
end program where_defined_assignment
