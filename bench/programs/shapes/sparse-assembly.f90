! Elements are put into rows of a sparse matrix, which is multiplied.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 2500, m = 50
  integer :: start(n + 1), column(5*n), i, j, k, row, used
  real(8) :: value(5*n), x(n), y(n)
  integer :: neighbours(5)
  used = 0
  do j = 1, m
    do i = 1, m
      row = (j - 1)*m + i
      start(row) = used + 1
      neighbours = [row - m, row - 1, row, row + 1, row + m]
      do k = 1, 5
        if (neighbours(k) < 1 .or. neighbours(k) > n) cycle
        if (k == 2 .and. i == 1 .or. k == 4 .and. i == m) cycle
        used = used + 1
        column(used) = neighbours(k)
        value(used) = merge(4d0, -1d0, k == 3)
      end do
    end do
  end do
  start(n + 1) = used + 1
  x = 1
  do k = 1, 20
    do i = 1, n
      y(i) = 0
      do j = start(i), start(i + 1) - 1
        y(i) = y(i) + value(j)*x(column(j))
      end do
    end do
    x = x - 0.1d0*y
  end do
  outcome = outcome + sum(x)
end subroutine
