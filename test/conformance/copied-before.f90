! Right sides that the assignment would change while it stores: substrings of one element for all, defined assignment of an array to itself. Types after move_alloc;
! cshift of nothing; absent optional dummies given to intrinsic subroutines.
program copied_before
  implicit none
  type t
    integer :: i = 0
    integer, allocatable :: own(:)
  end type
  character(4) :: c(3) = ['abcd', '1234', 'wxyz']
  type(t) :: x(3)
  class(*), allocatable :: u(:)
  integer, allocatable :: n(:)
  integer :: e(0), k = 1
  interface assignment(=)
    procedure :: assign
  end interface
  x%i = [1, 2, 3]
  c(:)(1:2) = c(2)(2:3)
  if (any(c /= ['23cd', '2334', '23yz'])) error stop 1
  x = x([2, 3, 1])
  if (any(x%i /= [2, 3, 1])) error stop 2
  x(2:3) = x(1:2)
  if (any(x%i /= [2, 2, 3])) error stop 3
  n = [5, 6]
  call move_alloc(n, u)
  select type (u)
  type is (integer)
    if (any(u /= [5, 6])) error stop 4
  class default
    error stop 5
  end select
  e = cshift(e, k)
  call seeds()
  call seeds(k)
  if (k < 1) error stop 6
  print *, 'PASS'
contains
  elemental subroutine assign(a, b)
    type(t), intent(out) :: a
    type(t), intent(in) :: b
    a%i = b%i
  end subroutine
  subroutine seeds(size, put, get)
    integer, optional :: size, put(:), get(:)
    if (.not. present(size)) return
    call random_seed(size, put, get)
  end subroutine
end program
