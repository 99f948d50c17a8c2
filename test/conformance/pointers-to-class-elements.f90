! Polymorphic pointers to elements and sections of polymorphic arrays have the type of these.
module shapes
  implicit none
  type shape
    integer :: i = 1
  contains
    procedure :: name => name_of_shape
  end type
  type, extends(shape) :: square
    integer :: j = 2
  contains
    procedure :: name => name_of_square
  end type
  type holder
    class(shape), pointer :: row(:) => null(), one => null()
    class(shape), allocatable :: own(:)
  end type
contains
  integer function name_of_shape(self) result(n)
    class(shape), intent(in) :: self
    n = -self%i
  end function
  integer function name_of_square(self) result(n)
    class(square), intent(in) :: self
    n = self%j
  end function
end module

program pointers_to_class_elements
  use shapes
  implicit none
  type(square), target :: tiles(4)
  type(holder), target :: h
  class(shape), pointer :: p(:), q(:), one
  class(shape), allocatable, target :: a(:)
  class(*), pointer :: u(:), v
  logical :: good = .true.
  tiles%j = [5, 6, 7, 8]
  p => tiles
  one => p(4)
  call check(one%name() == 8)
  q => p(2:4:2)
  call check(q(1)%name() == 6 .and. q(2)%name() == 8)
  q(0:) => p(3:)
  one => q(0)
  call check(one%name() == 7)
  allocate (a, source=tiles)
  one => a(2)
  call check(one%name() == 6)
  q => a(2:)
  call check(size(q) == 3 .and. q(3)%name() == 8)
  u => p(2:)
  v => u(2)
  select type (v)
    class is (shape)
      call check(v%name() == 7)
    class default
      good = .false.
  end select
  h%row => p(:2)
  h%one => h%row(2)
  h%own = h%row
  call check(h%one%name() == 6)
  q => h%own(2:)
  one => h%own(1)
  call check(q(1)%name() == 6 .and. one%name() == 5)
  call given(p(2:), tiles(4)%name())
  print '(a)', merge('PASS', 'FAIL', good)
contains
  subroutine given(x, n)
    class(*), intent(in), target :: x(:)
    integer, intent(in) :: n
    class(*), pointer :: last
    last => x(size(x))
    select type (last)
      class is (shape)
        call check(last%name() == n)
      class default
        good = .false.
    end select
  end subroutine

  subroutine check(holds)
    logical, intent(in) :: holds
    if (.not. holds) good = .false.
  end subroutine
end program
