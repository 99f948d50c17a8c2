! What a statement evaluates once: the expression of an arithmetic if, the source of an allocate statement. A scalar under a mask is not evaluated where no element is chosen.
! Associate names and class dummies for arrays with vector subscripts and for sections of polymorphic arrays; bounds that a conversion keeps.
module counting
  implicit none
  integer :: calls = 0
  type item
    integer :: i = 0
  end type
  type, extends(item) :: longer
    integer :: j = 0
  end type
contains
  integer function next()
    calls = calls + 1
    next = calls
  end function
  subroutine see(a, wanted)
    class(item), intent(in) :: a(:)
    integer, intent(in) :: wanted(:)
    if (any(a%i /= wanted)) error stop 'elements of a section'
    select type (a)
    type is (longer)
      if (any(a%j /= 10 * wanted)) error stop 'elements of the extension'
    class default
      error stop 'the type of a section'
    end select
  end subroutine
end module
program evaluated_once
  use counting
  implicit none
  character(:), allocatable :: text
  integer(8), allocatable :: wide(:)
  integer, allocatable :: narrow(:)
  integer :: zero = 0, k, n(3) = [1, 2, 3], list(4) = [10, 20, 30, 40]
  real :: x(3) = 1
  class(item), allocatable :: items(:)

  if (next() - 2) 10, 20, 30
20 error stop 'arithmetic if: zero'
30 error stop 'arithmetic if: positive'
10 if (calls /= 1) error stop 'arithmetic if: once'
  allocate (text, source=repeat('x', next()))
  if (calls /= 2 .or. len(text) /= 2 .or. text /= 'xx') error stop 'allocate: once'
  where (x < 0) n = 1 / zero + 2
  if (any(n /= [1, 2, 3])) error stop 'where'

  associate (some => list([3, 1]))
    if (size(some) /= 2 .or. some(1) /= 30 .or. some(2) /= 10) error stop 'associate with a vector subscript'
  end associate
  allocate (items(4), source=[(longer(k, 10 * k), k=1, 4)])
  call see(items(2:4:2), [2, 4])
  call see(items(4:1:-1), [4, 3, 2, 1])
  call see(items([3, 1]), [3, 1])
  associate (some => items(2:3))
    call see(some, [2, 3])
  end associate
  select type (some => items(3:))
  type is (longer)
    if (any(some%j /= [30, 40]) .or. lbound(some, 1) /= 1) error stop 'select type of a section'
  class default
    error stop 'select type of a section: type'
  end select
  allocate (wide(7:9), source=[7_8, 8_8, 9_8])
  narrow = wide
  if (lbound(narrow, 1) /= 7 .or. narrow(9) /= 9) error stop 'bounds'
  print *, 'PASS'
end program
