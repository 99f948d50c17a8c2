! Convolutions, columns times rows, sums by rows: inner loops in order.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 2000, r = 8
  real(8) :: a(n), w(-r:r), b(n), s
  integer :: i, k
  do i = 1, n
    a(i) = mod(i, 7)
  end do
  do k = -r, r
    w(k) = 1d0/(1 + k*k)
  end do
  b = 0
  do i = 1 + r, n - r
    s = 0
    do k = -r, r
      s = s + w(k)*a(i + k)
    end do
    b(i) = s
  end do
  do k = 1, n
    outcome = outcome + b(k)
  end do
end subroutine
