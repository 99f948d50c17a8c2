! The same with loops of scalars, the row innermost.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 100
  real(8), allocatable :: a(:, :)
  real(8) :: largest, t
  integer :: i, j, k, p
  allocate (a(n, n))
  do j = 1, n
    do i = 1, n
      a(i, j) = mod(i*j*7 + i*3 + j, 19) - 9
      if (i == j) a(i, j) = a(i, j) + 20
    end do
  end do
  do k = 1, n - 1
    p = k
    largest = abs(a(k, k))
    do i = k + 1, n
      if (abs(a(i, k)) > largest) then
        largest = abs(a(i, k))
        p = i
      end if
    end do
    if (p /= k) then
      do j = 1, n
        t = a(k, j)
        a(k, j) = a(p, j)
        a(p, j) = t
      end do
    end if
    do i = k + 1, n
      a(i, k) = a(i, k)/a(k, k)
      do j = k + 1, n
        a(i, j) = a(i, j) - a(i, k)*a(k, j)
      end do
    end do
  end do
  outcome = outcome + a(n, n)
end subroutine
