! Intrinsic assignment of an object calls the assignments that the types of its components bind, at any depth, for elements of arrays, for components of the parent,
! and for allocatable components, whose new objects begin with default values.
module parts
  implicit none
  type counter
    integer :: n = 0
    integer, allocatable :: trace(:)
  contains
    procedure :: copy
    generic :: assignment(=) => copy
  end type
  type base
    type(counter) :: first
  end type
  type, extends(base) :: holder
    integer :: plain = 5
    type(counter) :: many(2)
    type(counter), allocatable :: one, several(:)
  end type
  type outer
    type(holder) :: inner
    real, allocatable :: x(:)
  end type
contains
  elemental subroutine copy(to, from)
    class(counter), intent(inout) :: to
    class(counter), intent(in) :: from
    to%n = 2 * from%n + to%n
    to%trace = [to%n]
  end subroutine
end module
program component_assignment
  use parts
  implicit none
  type(outer) :: a, b, list(2)
  type(outer), allocatable :: grown
  a%inner%first%n = 1
  a%inner%plain = 6
  a%inner%many%n = [2, 3]
  allocate (a%inner%one, a%inner%several(3))
  a%inner%one%n = 4
  a%inner%several%n = [5, 6, 7]
  a%x = [1., 2.]
  b = a
  if (b%inner%first%n /= 2 .or. b%inner%plain /= 6 .or. any(b%inner%many%n /= [4, 6])) error stop 'components'
  if (b%inner%one%n /= 8 .or. any(b%inner%several%n /= [10, 12, 14])) error stop 'allocatable components'
  if (any(b%inner%many(2)%trace /= [6]) .or. any(b%x /= [1., 2.])) error stop 'what components own'
  b = a
  if (b%inner%first%n /= 4 .or. any(b%inner%many%n /= [8, 12])) error stop 'the old value is there'
  if (b%inner%one%n /= 8) error stop 'a new object'
  if (a%inner%first%n /= 1 .or. allocated(a%inner%first%trace)) error stop 'the right side'
  list = a
  if (any(list%inner%first%n /= 2) .or. list(2)%inner%several(3)%n /= 14) error stop 'arrays'
  grown = a
  if (grown%inner%first%n /= 2) error stop 'allocated by assignment'
  print *, 'PASS'
end program
