! Runge-Kutta steps with operators of a derived type.
module states
  implicit none
  type state
    real(8) :: x = 0, v = 0
  end type
  interface operator(+)
    module procedure add
  end interface
  interface operator(*)
    module procedure scale
  end interface
contains
  pure type(state) function add(a, b)
    type(state), intent(in) :: a, b
    add = state(a%x + b%x, a%v + b%v)
  end function
  pure type(state) function scale(s, a)
    real(8), intent(in) :: s
    type(state), intent(in) :: a
    scale = state(s*a%x, s*a%v)
  end function
  pure type(state) function slope(s)
    type(state), intent(in) :: s
    slope = state(s%v, -s%x + 0.1d0*(1 - s%x**2)*s%v)
  end function
end module
subroutine shape(outcome)
  use states
  implicit none
  real(8), intent(inout) :: outcome
  type(state) :: s, k1, k2, k3, k4
  integer :: i
  s = state(1, 0)
  do i = 1, 20000
    k1 = slope(s)
    k2 = slope(s + 0.005d0*k1)
    k3 = slope(s + 0.005d0*k2)
    k4 = slope(s + 0.01d0*k3)
    s = s + (0.01d0/6)*(k1 + 2d0*k2 + 2d0*k3 + k4)
  end do
  outcome = outcome + s%x + s%v
end subroutine
