! A matrix of cells of a derived type, swept with neighbours.
module cells
  implicit none
  type cell
    real(8) :: rho, u, v, e
    integer :: mask
  end type
end module
subroutine shape(outcome)
  use cells
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 120
  type(cell), save :: a(n, n), b(n, n)
  integer :: i, j, k
  do j = 1, n
    do i = 1, n
      a(i, j) = cell(1d0 + i*0.01d0, 0.1d0, 0.2d0, 2d0, mod(i + j, 7))
    end do
  end do
  b = a
  do k = 1, 4
    do j = 2, n - 1
      do i = 2, n - 1
        if (a(i, j)%mask == 0) cycle
        b(i, j)%rho = 0.25d0*(a(i - 1, j)%rho + a(i + 1, j)%rho + a(i, j - 1)%rho + a(i, j + 1)%rho)
        b(i, j)%u = a(i, j)%u - 0.1d0*(a(i + 1, j)%e - a(i - 1, j)%e)
        b(i, j)%v = a(i, j)%v - 0.1d0*(a(i, j + 1)%e - a(i, j - 1)%e)
        b(i, j)%e = a(i, j)%e + 0.5d0*b(i, j)%rho*(b(i, j)%u**2 + b(i, j)%v**2)
      end do
    end do
    a = b
  end do
  outcome = outcome + sum(a%e) + sum(a%rho)
end subroutine
