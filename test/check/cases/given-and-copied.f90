! What may be passed, pointed to and given to components.
module parts
  use, intrinsic :: iso_c_binding
  type :: hidden
    integer, private :: secret = 1
    integer :: open = 2
  end type
  type :: ended
  contains
    final :: finish
  end type
  type :: started
    integer :: i = 0
  end type
contains
  subroutine finish(x)
    type(ended) :: x
  end subroutine
  elemental integer function twice(i)
    integer, intent(in) :: i
    twice = 2 * i
  end function
  subroutine resets(a, b, c)
    !ERROR: conflicting-attributes
    type(started), intent(out) :: a(*)
    type(started), intent(out) :: b(2)
    integer, intent(out) :: c(*)
  end subroutine
  subroutine ends(a)
    !ERROR: conflicting-attributes
    type(ended), intent(out) :: a(*)
  end subroutine
  subroutine to_c(p) bind(c)
    !ERROR: not-interoperable
    integer(c_int), pointer, contiguous :: p(:)
  end subroutine
  subroutine watch(flags, all)
    integer, volatile :: flags(4), all(:)
  end subroutine
  subroutine three(a)
    integer :: a(3)
  end subroutine
  subroutine four(a)
    integer :: a(4)
  end subroutine
  subroutine calls(f)
    procedure(three) :: f
  end subroutine
end module
subroutine gives
  use parts
  implicit none
  type :: refers
    character(2), pointer :: text
    integer, pointer :: list(:)
  end type
  type :: not_in_module
  contains
    !ERROR: misplaced-statement
    final :: finish
  end type
  external :: unknown
  character(1), target :: short
  character(2), target :: fits
  integer, target :: a(8)
  integer :: b(8), at(4), n
  type(hidden) :: h
  type(refers) :: r
  type(c_ptr) :: x, y
  class(started), pointer :: any
  !ERROR: private-component
  h = hidden(3, 4)
  !ERROR: private-component
  h = hidden(secret=3)
  h = hidden(open=4)
  !ERROR: private-component
  x = c_ptr(1)
  !ERROR: type-mismatch
  r = refers(short, a)
  !ERROR: not-a-target
  r = refers(fits, b)
  r = refers(fits, a(1:4))
  !ERROR: argument-rank
  print *, c_associated([x, y])
  !ERROR: argument-type
  x = c_loc(any)
  !ERROR: procedure-interface
  call unknown(twice)
  !ERROR: argument-copied
  call watch(a(1:8:2), a)
  !ERROR: argument-copied
  call watch(a(at), a)
  !ERROR: argument-copied
  call watch(a(1:4), a(at))
  call watch(a(1:4), a(1:8:2))
  call calls(three)
  !WARNING: procedure-interface
  call calls(four)
end subroutine
