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
