! Three loops, the order of a textbook.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 120
  real(8) :: a(n, n), b(n, n), c(n, n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      a(i, j) = i - j
      b(i, j) = i + 2*j
    end do
  end do
  do i = 1, n
    do j = 1, n
      c(i, j) = 0
      do k = 1, n
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
  outcome = outcome + c(n/2, n/3)*1d-6
end subroutine
