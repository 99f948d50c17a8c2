! Dynamic programming over two texts.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 300
  character(len=n) :: a, b
  integer :: d(0:n, 0:n), i, j
  do i = 1, n
    a(i:i) = achar(97 + mod(i*7, 23))
    b(i:i) = achar(97 + mod(i*11, 23))
  end do
  d(:, 0) = [(i, i = 0, n)]
  d(0, :) = [(i, i = 0, n)]
  do j = 1, n
    do i = 1, n
      d(i, j) = min(d(i - 1, j) + 1, d(i, j - 1) + 1, d(i - 1, j - 1) + merge(0, 1, a(i:i) == b(j:j)))
    end do
  end do
  outcome = outcome + d(n, n)
end subroutine
