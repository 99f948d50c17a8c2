module shapes
  type, abstract :: shape
    integer :: id = 7
  contains
    procedure(area_of), deferred :: area
  end type shape
  abstract interface
    real function area_of(self)
      import shape
      class(shape), intent(in) :: self
    end function area_of
  end interface
  type, extends(shape) :: square
    real :: side
    real, allocatable :: data(:)
  contains
    procedure :: area => square_area
  end type square
contains
  real function square_area(self)
    class(square), intent(in) :: self
    square_area = self%side ** 2
  end function square_area
  real function total(s)
    class(shape), intent(in) :: s
    total = s%area()
    select type (s)
    type is (square)
      total = total + s%side
    class default
      total = 0
    end select
  end function total
  subroutine copy(a, b)
    type(square), intent(in) :: a
    type(square), intent(out) :: b
    b = a
  end subroutine copy
end module shapes
