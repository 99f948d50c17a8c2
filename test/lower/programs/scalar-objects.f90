! Final procedures, deep copies of polymorphic components, types that hold themselves, pointer results as variables.
module objects
  implicit none
  type :: node
    integer :: id = 0
    type(node), allocatable :: next
  end type node
  type :: base
    integer :: id = 0
  contains
    procedure :: name => name_of_base
    final :: finish
  end type base
  type, extends(base) :: child
    real, allocatable :: a(:)
  contains
    procedure :: name => name_of_child
  end type child
  type :: holder
    class(base), allocatable :: held
  end type holder
  type :: counter
    integer, pointer :: cell => null()
  contains
    procedure :: at => cell_of_counter
  end type counter
contains
  subroutine finish(x)
    type(base), intent(inout) :: x
    print '(a,i0)', 'end of ', x%id
  end subroutine finish
  function name_of_base(self) result(s)
    class(base), intent(in) :: self
    character(:), allocatable :: s
    s = 'base'
  end function name_of_base
  function name_of_child(self) result(s)
    class(child), intent(in) :: self
    character(:), allocatable :: s
    s = 'child'
    if (allocated(self%a)) s = s // ' with data'
  end function name_of_child
  function cell_of_counter(self) result(p)
    class(counter), intent(in) :: self
    integer, pointer :: p
    p => self%cell
  end function cell_of_counter
  subroutine scope
    type(base) :: local
    class(base), allocatable :: c
    local%id = 1
    allocate (child :: c)
    c%id = 2
    print '(a)', c%name()
  end subroutine scope
end module objects
program scalar_objects
  use objects
  implicit none
  type(holder) :: x, y
  type(node) :: list, other
  type(counter) :: k
  integer, target :: n = 4
  call scope
  block
    type(base) :: inner
    inner%id = 3
  end block
  allocate (child :: x%held)
  select type (h => x%held)
  type is (child)
    h%a = [1.0, 2.0]
  end select
  y = x
  select type (h => y%held)
  type is (child)
    h%a(1) = 9
    print '(a,2f4.1)', h%name(), h%a
  end select
  select type (h => x%held)
  class is (child)
    print '(2f4.1)', h%a
  class default
    print '(a)', 'no child'
  end select
  list%id = 1
  allocate (list%next)
  list%next%id = 2
  allocate (list%next%next)
  other = list
  other%next%id = 5
  print '(3i2,l2)', list%next%id, other%next%id, other%next%next%id, allocated(other%next%next%next)
  k%cell => n
  k%at() = 7
  print '(i2)', n
end program scalar_objects
