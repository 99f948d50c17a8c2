! Forces of each particle on all others.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 300
  real(8) :: x(n), y(n), z(n), fx(n), fy(n), fz(n), dx, dy, dz, r2, w
  integer :: i, j
  do i = 1, n
    x(i) = sin(1d0*i); y(i) = cos(2d0*i); z(i) = sin(3d0*i)
  end do
  do i = 1, n
    fx(i) = 0; fy(i) = 0; fz(i) = 0
    do j = 1, n
      if (i == j) cycle
      dx = x(j) - x(i); dy = y(j) - y(i); dz = z(j) - z(i)
      r2 = dx*dx + dy*dy + dz*dz + 1d-3
      w = 1/(r2*sqrt(r2))
      fx(i) = fx(i) + w*dx
      fy(i) = fy(i) + w*dy
      fz(i) = fz(i) + w*dz
    end do
  end do
  outcome = outcome + fx(3) + fy(5) + fz(7)
end subroutine
