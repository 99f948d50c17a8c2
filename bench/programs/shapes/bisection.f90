! Many small searches for roots, with a function inside.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  real(8) :: low, high, middle
  integer :: i
  do i = 1, 1000
    low = 0
    high = 2
    do while (high - low > 1d-10)
      middle = 0.5d0*(low + high)
      if (f(middle, 0.001d0*i) > 0) then
        high = middle
      else
        low = middle
      end if
    end do
    outcome = outcome + low
  end do
contains
  real(8) function f(x, a)
    real(8), intent(in) :: x, a
    f = x**3 + x - 1 - a
  end function
end subroutine
