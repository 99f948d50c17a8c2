! Intrinsics over sections and dimensions.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 80
  real(8) :: a(n, n), b(n, n), v(n)
  integer :: i, j, at(2)
  do j = 1, n
    do i = 1, n
      a(i, j) = mod(i*13 + j*7, 31) - 15
    end do
  end do
  b = matmul(a(1:n, 1:n:1), transpose(a))
  v = sum(a, dim=2) + maxval(b, dim=1)
  at = maxloc(b)
  b(2:n, :) = b(1:n - 1, :) - spread(v, 1, n - 1)
  outcome = outcome + dot_product(a(3, :), v) + at(1) + sum(pack(b, b > 0))*1d-6 + minval(cshift(v, 3)) + norm2(v)
end subroutine
