! Headings of bound procedures, and components, name extensions of the type that they are of, whose own bindings come from it.
module extensions_named
  implicit none
  type :: base
    class(square), pointer :: first => null()
    type(cube), allocatable :: second
  contains
    procedure :: area => base_area
    procedure :: name => base_name
    procedure, private :: add_base
    generic :: operator(+) => add_base
    procedure :: compare
  end type
  type, extends(square) :: cube
    real :: h = 2
  contains
    procedure :: area => cube_area
    final :: ended
  end type
  type, extends(base) :: square
    real :: a = 3
  contains
    procedure :: area => square_area
  end type
contains
  real function base_area(self)
    class(base), intent(in) :: self
    base_area = 0
  end function
  function base_name(self) result(s)
    class(base), intent(in) :: self
    character(:), allocatable :: s
    s = 'base'
  end function
  function add_base(x, y) result(s)
    class(base), intent(in) :: x
    class(square), intent(in) :: y
    real :: s
    s = x%area() + y%area()
  end function
  logical function compare(self, other)
    class(base), intent(in) :: self
    type(cube), intent(in) :: other
    compare = self%area() < other%area()
  end function
  real function square_area(self)
    class(square), intent(in) :: self
    square_area = self%a**2
  end function
  real function cube_area(self)
    class(cube), intent(in) :: self
    cube_area = 6*self%a**2 + self%h
  end function
  subroutine ended(self)
    type(cube), intent(inout) :: self
    self%h = 0
  end subroutine
end module
program bindings_that_name_extensions
  use extensions_named
  implicit none
  type(square), target :: s
  type(base) :: b
  type(cube) :: c
  b%first => s
  if (c%name() /= 'base' .or. s%name() /= 'base' .or. b%first%name() /= 'base') error stop 'name'
  if (c + s /= 65 .or. b + s /= 9 .or. b%first%area() /= 9) error stop 'area'
  if (.not. s%compare(c) .or. c%compare(c)) error stop 'compare'
  print '(a)', 'PASS'
end program
