module figures
  implicit none
  type figure
    real :: side = 1.0
  contains
    procedure :: area
    procedure :: grow
  end type
contains
  real function area(self)
    class(figure), intent(in) :: self
    area = self%side**2
  end function
  subroutine grow(self)
    class(figure), intent(inout) :: self
    self%side = 2*self%side
  end subroutine
end module
program bound_procedures
  use figures
  implicit none
  type(figure) :: f
  real :: x
  !WARNING: missing-parentheses
  x = f%area
  !ERROR: unknown-component
  x = f%grow
  print *, x
end program

module overriding
  implicit none
  type, abstract :: shape_t
  contains
    procedure(area_of), deferred :: area
    procedure :: scale => scale_shape
    procedure :: named => named_shape
    procedure, private :: hidden => hidden_shape
    procedure, nopass :: show1
    procedure, nopass :: show2
    procedure, nopass :: show3
    generic :: show => show1, show3
    generic :: tell => show1, show2
  end type shape_t
  abstract interface
    real function area_of(this)
      import shape_t
      class(shape_t), intent(in) :: this
    end function area_of
  end interface
  type, extends(shape_t) :: square
  contains
    procedure :: area => area_of_square
    procedure :: scale => scale_square
    procedure :: named => named_square
  end type square
  type :: holder
    !ERROR: class-without-pointer
    class(square) :: s
    !ERROR: initial-value
    integer, allocatable :: list(:) = [1, 2]
  end type holder
contains
  !ERROR: override-differs
  integer function area_of_square(this)
    class(square), intent(in) :: this
    area_of_square = 1
  end function area_of_square
  subroutine scale_shape(this, by)
    class(shape_t), intent(inout) :: this
    real, intent(in) :: by
  end subroutine scale_shape
  !WARNING: override-differs
  subroutine scale_square(this, by)
    class(square), intent(inout) :: this
    real, intent(inout) :: by
  end subroutine scale_square
  integer function named_shape(this, i)
    class(shape_t), intent(in) :: this
    integer, intent(in) :: i
    named_shape = i
  end function named_shape
  integer function named_square(this, i)
    class(square), intent(in) :: this
    integer, intent(in) :: i
    named_square = 2 * i
  end function named_square
  subroutine hidden_shape(this)
    class(shape_t), intent(in) :: this
  end subroutine hidden_shape
  subroutine show1(i)
    integer, intent(in) :: i
  end subroutine show1
  !ERROR: ambiguous-generic
  subroutine show2(j, k)
    integer, intent(in) :: j
    real, intent(in), optional :: k
  end subroutine show2
  subroutine show3(i)
    real, intent(in) :: i
  end subroutine show3
end module overriding

subroutine outside
  use overriding
  implicit none
  type(square) :: s
  !ERROR: private-component
  call s%hidden()
  call s%show(1)
  call s%show(1.0)
end subroutine outside

module generics
  implicit none
  interface taken
    module procedure by_scalar, by_list, by_class, by_optional
  end interface taken
  interface doubled
    module procedure by_scalar, again
  end interface doubled
contains
  subroutine by_scalar(a)
    integer, intent(in) :: a
  end subroutine by_scalar
  subroutine by_list(a)
    integer, intent(in) :: a(:)
  end subroutine by_list
  subroutine by_class(a, b)
    integer, intent(in) :: a
    real, intent(in) :: b
  end subroutine by_class
  subroutine by_optional(a, b)
    real, intent(in) :: a
    integer, intent(in), optional :: b
  end subroutine by_optional
  !ERROR: ambiguous-generic
  subroutine again(x)
    integer, intent(inout) :: x
  end subroutine again
  elemental real function half(x)
    !ERROR: not-elemental
    real, intent(in) :: x(:)
    half = 0.5
  end function half
  subroutine starts(p)
    !ERROR: initial-value
    real, pointer, intent(inout) :: p => null()
    integer, allocatable :: a(:)
    integer :: stats(2)
    !ERROR: specifier-type
    allocate (a(3), stat=stats)
  end subroutine starts
end module generics
module hidden_generics
  type :: hides
  contains
    private
    procedure :: one
    generic :: hidden => one
    generic, public :: shown => one
  end type
contains
  integer function one(this)
    class(hides), intent(in) :: this
    one = this%hidden()
  end function
end module
subroutine uses_hidden_generics(a)
  use hidden_generics
  type(hides) :: a
  print *, a%shown()
  !ERROR: private-component
  print *, a%hidden()
end subroutine
