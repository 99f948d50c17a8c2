! Functions given as arguments and held in pointers.
module rules
  implicit none
  abstract interface
    pure real(8) function rule(x)
      real(8), intent(in) :: x
    end function
  end interface
contains
  pure real(8) function parabola(x)
    real(8), intent(in) :: x
    parabola = x*x - x + 1
  end function
  pure real(8) function ratio(x)
    real(8), intent(in) :: x
    ratio = 1/(1 + x*x)
  end function
  real(8) function simpson(f, a, b, n)
    procedure(rule) :: f
    real(8), intent(in) :: a, b
    integer, intent(in) :: n
    real(8) :: h
    integer :: i
    h = (b - a)/n
    simpson = f(a) + f(b)
    do i = 1, n - 1
      simpson = simpson + merge(4, 2, mod(i, 2) == 1)*f(a + i*h)
    end do
    simpson = simpson*h/3
  end function
end module
subroutine shape(outcome)
  use rules
  implicit none
  real(8), intent(inout) :: outcome
  procedure(rule), pointer :: f
  integer :: i
  do i = 1, 10
    f => parabola
    if (mod(i, 2) == 0) f => ratio
    outcome = outcome + simpson(f, 0d0, 1d0*i, 2000)
  end do
end subroutine
