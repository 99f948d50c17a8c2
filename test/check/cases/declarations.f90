module declarations
  implicit none
  !ERROR: not-constant
  real :: open(size_of_it())
  !ERROR: bad-shape
  real :: colon(:)
  !ERROR: bad-shape
  real, allocatable :: fixed(3)
  !ERROR: constant-without-value
  integer, parameter :: nothing
  !ERROR: type-mismatch
  integer, parameter :: word = 'word'
  !ERROR: shape-mismatch
  integer :: three(3) = [1, 2]
  !ERROR: conflicting-attributes
  real, allocatable, pointer :: both(:)
  !ERROR: deferred-length
  character(:) :: text
  integer, parameter :: one = two
  !ERROR: circular-definition
  integer, parameter :: two = one
  type node
    integer :: value
    !ERROR: contains-itself
    type(node) :: next
  end type
contains
  pure integer function size_of_it()
    size_of_it = 3
  end function
  subroutine s(a)
    !ERROR: not-a-dummy
    real, intent(in) :: b
    real :: a(*)
    !ERROR: bad-shape
    real :: c(*)
  end subroutine
  !ERROR: no-result-type
  function untyped(x)
    real :: x
  end function
end module
