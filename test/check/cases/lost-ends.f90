! One mistake, one message: declarations in a wrong place declare all the same, definitions without an end do not swallow what follows.
module lost_ends
  implicit none
  !ERROR: missing-end
  interface first
    subroutine one(a)
      real :: a
    end subroutine
  integer, parameter :: n = 3
  real :: values(n)
  interface
    !ERROR: unknown-statement
    two(a, b) bind(c, name='two')
      integer :: a, b
    end subroutine
    subroutine three(a)
      integer :: a
    end subroutine
  end interface
contains
  subroutine late(k)
    integer :: k, x
    x = k
    !ERROR: misplaced-declaration
    integer :: y
    real :: z(n)
    y = x
    z = real(y)
    call three(y)
    values = z
  end subroutine
  subroutine typed()
    !ERROR: missing-end
    type :: point
      real :: x, y
    if (n > 2) print *, n
    call late(n)
  end subroutine
end module
