! Rules that are easily missed: null(mold) chooses a specific procedure; a parent component has the name by which `use` knows the parent; a function with a polymorphic
! result is called once; names of files end at a zero; bits go through logicals unharmed in constants; malloc for Cray pointers.
module parents
  implicit none
  type :: base
    integer :: i = 1
  end type
  interface which
    module procedure which_integer, which_real, which_array
  end interface
  integer :: calls = 0
contains
  integer function which_integer(p)
    integer, pointer, intent(in) :: p
    which_integer = 1
  end function
  integer function which_real(p)
    real, pointer, intent(in) :: p
    which_real = 2
  end function
  integer function which_array(p)
    real, pointer, intent(in) :: p(:)
    which_array = 3
  end function
  function any_value(k) result(r)
    integer, intent(in) :: k
    class(*), allocatable :: r
    calls = calls + 1
    if (k == 1) then
      allocate (r, source=42)
    else
      allocate (r, source='hello')
    end if
  end function
end module

program small_rules
  use parents, root => base
  implicit none
  type, extends(root) :: leaf
    integer :: j = 2
  end type
  type(leaf) :: l
  class(*), allocatable :: a
  integer, pointer :: pi
  real, pointer :: pr, pa(:)
  real(8), parameter :: through(1) = transfer(transfer(sqrt(2d0), [.true.]), [0d0], 1)
  real(8) :: x(10)
  integer :: n = 10
  logical :: there, good = .true.
  pointer (at, x)
  call check(which(null(pi)) == 1 .and. which(null(pr)) == 2 .and. which(null(pa)) == 3, 'null with a mold')
  l%root%i = 5
  l = leaf(root=l%root, j=7)
  call check(l%i == 5 .and. l%root%i == 5 .and. l%j == 7, 'name of the parent')
  a = any_value(1)
  call check(calls == 1, 'assigned once')
  deallocate (a)
  allocate (a, source=any_value(2))
  call check(calls == 2, 'allocated once')
  select type (a)
  type is (character(*))
    call check(a == 'hello', 'value')
  class default
    call check(.false., 'type')
  end select
  call check(through(1) == sqrt(2d0), 'bits')
  at = malloc(8 * n)
  x = 2
  call check(sum(x) == 20, 'malloc')
  call free(at)
  open (10, file='small-rules'//achar(0)//'xyz', status='replace')
  inquire (file='small-rules', exist=there)
  close (10, status='delete')
  call check(there, 'zero in a name')
  if (good) print '(a)', 'PASS'
contains
  subroutine check(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    good = .false.
    print '(2a)', 'FAIL ', what
  end subroutine
end program
