! Many tridiagonal systems, and running sums.
module solvers
  implicit none
contains
  subroutine thomas(a, b, c, d, x)
    real(8), intent(in) :: a(:), b(:), c(:), d(:)
    real(8), intent(out) :: x(:)
    real(8) :: cp(size(b)), dp(size(b)), m
    integer :: i, n
    n = size(b)
    cp(1) = c(1)/b(1)
    dp(1) = d(1)/b(1)
    do i = 2, n
      m = b(i) - a(i)*cp(i - 1)
      cp(i) = c(i)/m
      dp(i) = (d(i) - a(i)*dp(i - 1))/m
    end do
    x(n) = dp(n)
    do i = n - 1, 1, -1
      x(i) = dp(i) - cp(i)*x(i + 1)
    end do
  end subroutine
end module
subroutine shape(outcome)
  use solvers
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 1000
  real(8) :: a(n), b(n), c(n), d(n), x(n)
  integer :: k, i
  a = -1
  b = 4
  c = -1
  d = 1
  do k = 1, 10
    call thomas(a, b, c, d, x)
    d = x + 0.1d0
    do i = 2, n
      d(i) = d(i) + 0.01d0*d(i - 1)
    end do
  end do
  outcome = outcome + x(n/2)
end subroutine
