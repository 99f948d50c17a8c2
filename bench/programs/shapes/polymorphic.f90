! Bindings of types, called through an array of pointers.
module figures
  implicit none
  type, abstract :: figure
    real(8) :: size
  contains
    procedure(area_of), deferred :: area
  end type
  abstract interface
    real(8) function area_of(self)
      import :: figure
      class(figure), intent(in) :: self
    end function
  end interface
  type, extends(figure) :: square
  contains
    procedure :: area => square_area
  end type
  type, extends(figure) :: circle
  contains
    procedure :: area => circle_area
  end type
  type, extends(square) :: box
    real(8) :: height
  contains
    procedure :: area => box_area
  end type
  type holder
    class(figure), allocatable :: it
  end type
contains
  real(8) function square_area(self)
    class(square), intent(in) :: self
    square_area = self%size**2
  end function
  real(8) function circle_area(self)
    class(circle), intent(in) :: self
    circle_area = 3.14159d0*self%size**2
  end function
  real(8) function box_area(self)
    class(box), intent(in) :: self
    box_area = 2*self%size**2 + 4*self%size*self%height
  end function
end module
subroutine shape(outcome)
  use figures
  implicit none
  real(8), intent(inout) :: outcome
  type(holder) :: all(300)
  integer :: i, j
  do i = 1, size(all)
    select case (mod(i, 3))
    case (0)
      allocate (all(i)%it, source=square(0.5d0*i))
    case (1)
      allocate (all(i)%it, source=circle(0.1d0*i))
    case default
      allocate (all(i)%it, source=box(size=0.2d0*i, height=1d0))
    end select
  end do
  do j = 1, 100
    do i = 1, size(all)
      outcome = outcome + all(i)%it%area()
    end do
  end do
end subroutine
