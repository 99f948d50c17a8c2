! Heat in a box, by array sections, and where.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 32
  real(8), allocatable :: u(:, :, :), v(:, :, :)
  integer :: t
  allocate (u(n, n, n), v(n, n, n))
  u = 0
  v = 0
  u(n/2, n/2, n/2) = 1000
  do t = 1, 10
    v(2:n - 1, 2:n - 1, 2:n - 1) = u(2:n - 1, 2:n - 1, 2:n - 1) + 0.1d0*(u(1:n - 2, 2:n - 1, 2:n - 1) &
      + u(3:n, 2:n - 1, 2:n - 1) + u(2:n - 1, 1:n - 2, 2:n - 1) + u(2:n - 1, 3:n, 2:n - 1) &
      + u(2:n - 1, 2:n - 1, 1:n - 2) + u(2:n - 1, 2:n - 1, 3:n) - 6*u(2:n - 1, 2:n - 1, 2:n - 1))
    where (v > 1d-3)
      u = v
    elsewhere
      u = 0
    end where
  end do
  outcome = outcome + maxval(u) + count(u > 0)
end subroutine
