! Factorisation with partial pivoting, column by column.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 120
  real(8) :: a(n, n), t(n)
  integer :: i, j, k, p
  do j = 1, n
    do i = 1, n
      a(i, j) = mod(i*j*7 + i*3 + j, 19) - 9 + merge(20d0, 0d0, i == j)
    end do
  end do
  do k = 1, n - 1
    p = k - 1 + maxloc(abs(a(k:n, k)), 1)
    if (p /= k) then
      t = a(k, :)
      a(k, :) = a(p, :)
      a(p, :) = t
    end if
    a(k + 1:n, k) = a(k + 1:n, k)/a(k, k)
    do j = k + 1, n
      a(k + 1:n, j) = a(k + 1:n, j) - a(k + 1:n, k)*a(k, j)
    end do
  end do
  outcome = outcome + a(n, n)
end subroutine
