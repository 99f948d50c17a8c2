! Counts, orders by counting, and gathers.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 20000, m = 256
  integer :: keys(n), counts(0:m), place(n), i
  real(8) :: x(n), y(n)
  do i = 1, n
    keys(i) = iand(i*7919, m - 1)
    x(i) = 0.5d0*i
  end do
  counts = 0
  do i = 1, n
    counts(keys(i) + 1) = counts(keys(i) + 1) + 1
  end do
  do i = 1, m
    counts(i) = counts(i) + counts(i - 1)
  end do
  do i = 1, n
    counts(keys(i)) = counts(keys(i)) + 1
    place(i) = counts(keys(i))
  end do
  y(place) = x
  outcome = outcome + sum(y(1:100)) + y(n) + sum(x(place)*0.25d0)
end subroutine
