! The loops of a program that came from C: rows first.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 200
  real(8), allocatable, save :: a(:, :), b(:, :)
  integer :: i, j, k
  if (.not. allocated(a)) then
    allocate (a(n, n), b(n, n))
    a = 1
    b = 0
  end if
  do k = 1, 5
  do i = 2, n - 1
    do j = 2, n - 1
      b(i, j) = 0.25d0*(a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))
    end do
  end do
  do i = 2, n - 1
    do j = 2, n - 1
      a(i, j) = b(i, j) + 1d-3
    end do
  end do
  end do
  outcome = outcome + a(n/2, n/3)
end subroutine
