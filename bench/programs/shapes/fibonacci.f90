! Recursion with nothing else.
module fibonacci_numbers
  implicit none
contains
  recursive integer function fibonacci(n) result(f)
    integer, intent(in) :: n
    if (n < 2) then
      f = n
    else
      f = fibonacci(n - 1) + fibonacci(n - 2)
    end if
  end function
end module
subroutine shape(outcome)
  use fibonacci_numbers
  implicit none
  real(8), intent(inout) :: outcome
  outcome = outcome + fibonacci(25)
end subroutine
