! Complex matrices: product by loops, adjoint, norm.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 48
  complex(8) :: a(n, n), b(n, n), c(n, n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      a(i, j) = cmplx(mod(i*j, 7), mod(i + j, 5), 8)
      b(i, j) = cmplx(mod(i + 3*j, 11), -i, 8)
    end do
  end do
  c = matmul(a, conjg(transpose(b)))
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
  outcome = outcome + sum(abs(c))/n
end subroutine
