! A transposed times x, and the sums of its rows.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 200
  real(8), allocatable, save :: a(:, :)
  real(8) :: x(n), y(n), s
  integer :: i, j
  if (.not. allocated(a)) then
    allocate (a(n, n))
    do j = 1, n
      do i = 1, n
        a(i, j) = i - 2*j
      end do
    end do
  end if
  x = 1
  do i = 1, n
    y(i) = 0
    do j = 1, n
      y(i) = y(i) + a(j, i)*x(j)
    end do
  end do
  do i = 1, n
    s = 0
    do j = 1, n
      s = s + a(i, j)*y(j)
    end do
    x(i) = s
  end do
  outcome = outcome + x(n/2)
end subroutine
