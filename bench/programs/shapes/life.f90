! A cellular automaton in small integers, with shifts at the edges.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 128
  integer(1) :: a(0:n + 1, 0:n + 1), b(n, n)
  integer :: i, j, k, around
  a = 0
  do j = 1, n
    do i = 1, n
      a(i, j) = int(mod(mod(i*7919 + j*104729, 10007), 3)/2, 1)
    end do
  end do
  do k = 1, 5
    do j = 1, n
      do i = 1, n
        around = a(i - 1, j - 1) + a(i, j - 1) + a(i + 1, j - 1) + a(i - 1, j) + a(i + 1, j) + a(i - 1, j + 1) &
          + a(i, j + 1) + a(i + 1, j + 1)
        b(i, j) = merge(1_1, 0_1, around == 3 .or. (around == 2 .and. a(i, j) == 1))
      end do
    end do
    a(1:n, 1:n) = b
  end do
  outcome = outcome + count(b == 1)
end subroutine
