! The inverse of a matrix by array syntax.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 60
  real(8) :: a(n, 2*n), t(2*n)
  integer :: i, j, p
  a = 0
  do j = 1, n
    do i = 1, n
      a(i, j) = mod(i*j*7 + i*3 + j, 19) - 9 + merge(20d0, 0d0, i == j)
    end do
    a(j, n + j) = 1
  end do
  do i = 1, n
    p = i - 1 + maxloc(abs(a(i:, i)), 1)
    t = a(i, :)
    a(i, :) = a(p, :)
    a(p, :) = t
    a(i, :) = a(i, :)/a(i, i)
    do j = 1, n
      if (j /= i) a(j, :) = a(j, :) - a(j, i)*a(i, :)
    end do
  end do
  outcome = outcome + a(1, n + 1) + a(n, 2*n)
end subroutine
