! Recursion with arguments by value, two deep.
module ackermann_function
  implicit none
contains
  recursive pure integer function ackermann(m, n) result(a)
    integer, value :: m, n
    if (m == 0) then
      a = n + 1
    else if (n == 0) then
      a = ackermann(m - 1, 1)
    else
      a = ackermann(m - 1, ackermann(m, n - 1))
    end if
  end function
end module
subroutine shape(outcome)
  use ackermann_function
  implicit none
  real(8), intent(inout) :: outcome
  outcome = outcome + ackermann(2, 300)
end subroutine
