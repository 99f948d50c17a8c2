! Factorisation of a symmetric matrix.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 120
  real(8) :: a(n, n), s
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      a(i, j) = 1d0/(i + j - 1) + merge(1d0, 0d0, i == j)
    end do
  end do
  do j = 1, n
    s = a(j, j)
    do k = 1, j - 1
      s = s - a(j, k)**2
    end do
    a(j, j) = sqrt(s)
    do i = j + 1, n
      s = a(i, j)
      do k = 1, j - 1
        s = s - a(i, k)*a(j, k)
      end do
      a(i, j) = s/a(j, j)
    end do
  end do
  outcome = outcome + a(n, n)
end subroutine
