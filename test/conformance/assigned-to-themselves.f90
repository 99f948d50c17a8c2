! Objects assigned to themselves, whose components have an assignment of their own.
module parts
  implicit none
  type :: part
    integer :: c = 0
    integer, allocatable :: list(:)
  contains
    procedure :: negate
    generic :: assignment(=) => negate
  end type
  type :: whole
    type(part) :: p
    type(part), allocatable :: q(:)
  end type
contains
  impure elemental subroutine negate(to, from)
    class(part), intent(out) :: to
    class(part), intent(in) :: from
    to%c = -from%c
    if (allocated(from%list)) to%list = from%list + 1
  end subroutine
end module

program assigned_to_themselves
  use parts
  implicit none
  type(whole), pointer :: i, k
  type(whole), target :: v(3)
  logical :: good = .true.
  integer :: n
  allocate (i)
  i%p%c = 1
  i%p%list = [1, 2]
  k => i
  i = k
  call check(i%p%c == -1 .and. all(i%p%list == [2, 3]))
  i = i
  call check(i%p%c == 1 .and. all(i%p%list == [3, 4]))
  i = again()
  call check(i%p%c == -1 .and. all(i%p%list == [4, 5]))
  v%p%c = [1, 2, 3]
  v(1:2) = v(2:3)
  call check(all(v%p%c == [-2, -3, 3]))
  v = v
  call check(all(v%p%c == [2, 3, -3]))
  do n = 1, 3
    allocate (v(n)%q(2))
    v(n)%q%c = [n, 10*n]
  end do
  v(2) = v(2)
  call check(all(v(2)%q%c == [-2, -20]))
  print '(a)', merge('PASS', 'FAIL', good)
contains
  function again()
    type(whole), pointer :: again
    again => i
  end function

  subroutine check(holds)
    logical, intent(in) :: holds
    if (.not. holds) good = .false.
  end subroutine
end program
