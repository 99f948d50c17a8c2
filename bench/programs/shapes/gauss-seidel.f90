! A recurrence over a grid, and the largest change.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 100
  real(8) :: u(n, n), old, change
  integer :: i, j, k
  u = 0
  u(:, 1) = 1
  do k = 1, 30
    change = 0
    do j = 2, n - 1
      do i = 2, n - 1
        old = u(i, j)
        u(i, j) = 0.25d0*(u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1))
        change = max(change, abs(u(i, j) - old))
      end do
    end do
  end do
  outcome = outcome + change + u(50, 50)
end subroutine
