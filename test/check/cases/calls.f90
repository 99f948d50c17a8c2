module subs
  implicit none
  interface swap
    module procedure swap_integers, swap_reals
  end interface
contains
  subroutine scale(a, factor, offset)
    real, intent(inout) :: a(:)
    real, intent(in) :: factor
    real, intent(in), optional :: offset
    !ERROR: not-definable
    factor = 2
    a = a * factor
  end subroutine
  subroutine swap_integers(a, b)
    integer, intent(inout) :: a, b
    integer :: t
    t = a; a = b; b = t
  end subroutine
  subroutine swap_reals(a, b)
    real, intent(inout) :: a, b
    real :: t
    t = a; a = b; b = t
  end subroutine
  integer function twice(i)
    integer, intent(in) :: i
    twice = 2 * i
  end function
  subroutine grow(p, a)
    real, pointer :: p(:)
    real, allocatable, intent(inout) :: a(:)
    allocate (p(3), a(3))
  end subroutine
end module

program calls
  use subs
  implicit none
  real :: a(3), b(2, 2), x
  real(8) :: d
  integer :: i
  a = 1
  b = 1
  call scale(a, 2.0)
  call scale(a, offset=1.0, factor=2.0)
  !ERROR: missing-argument
  call scale(a)
  !ERROR: argument-count
  call scale(a, 2.0, 1.0, 3)
  !ERROR: unknown-keyword
  call scale(a, factr=2.0)
  !ERROR: argument-twice
  call scale(a, 1.0, factor=2.0)
  !ERROR: argument-type
  call scale(a, 2)
  !ERROR: argument-type
  call scale(a, 2.0d0)
  !ERROR: argument-rank
  call scale(b, 2.0)
  !ERROR: argument-rank
  call scale(x, 2.0)
  !ERROR: argument-not-definable
  call scale(a + 1, 2.0)
  !ERROR: no-specific
  call swap(x, i)
  call swap(i, i)
  !ERROR: function-as-subroutine
  call twice(3)
  !ERROR: subroutine-as-function
  i = scale(a, 2.0)
  !ERROR: procedure-as-value
  i = twice
  !ERROR: argument-not-allocatable
  !ERROR: argument-not-pointer
  call grow(a, a)
  !ERROR: no-construct
  exit
  !ERROR: no-label
  goto 100
  print *, d
end program
