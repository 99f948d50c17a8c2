! All shortest ways between places.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 100
  integer :: d(n, n), i, j, k
  do j = 1, n
    do i = 1, n
      d(i, j) = mod(i*j*7 + i*3 + j, 1009) + 1
    end do
  end do
  do k = 1, n
    do j = 1, n
      do i = 1, n
        if (d(i, k) + d(k, j) < d(i, j)) d(i, j) = d(i, k) + d(k, j)
      end do
    end do
  end do
  outcome = outcome + sum(d)
end subroutine
