! Work arrays in a routine that is called often.
module work
  implicit none
contains
  real(8) function norm(n)
    integer, intent(in) :: n
    real(8), allocatable :: a(:), b(:, :)
    allocate (a(n), b(4, n))
    a = 1
    b = 0.5d0
    b(2, :) = a
    norm = sum(b(2, :)) + a(n)
  end function
end module
subroutine shape(outcome)
  use work
  implicit none
  real(8), intent(inout) :: outcome
  integer :: i
  do i = 1, 10000
    outcome = outcome + norm(10 + mod(i, 30))
  end do
end subroutine
