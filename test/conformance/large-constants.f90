! Constant arrays with millions of elements, in several types and forms.
module large_tables
  implicit none
  integer, private :: i, j
  integer, parameter :: n = 400000
  integer, parameter :: whole(n) = [(i, i = 1, n)]
  real(8) :: halves(n) = [real(8) :: (0.5d0 * i, -0.5d0 * i, i = 1, n / 2)]
  integer(1), parameter :: grid(400, 300) = reshape([((int(mod(i + j, 100), 1), i = 1, 400), j = 1, 300)], [400, 300])
  logical, parameter :: even(n) = [(mod(i, 2) == 0, i = n, 1, -1)]
end module large_tables

program large_constants
  use large_tables
  implicit none
  logical :: good
  integer :: k, step
  good = whole(n) == n .and. sum(int(whole, 8)) == n * (n + 1_8) / 2
  good = good .and. halves(n - 1) == 0.25d0 * n .and. sum(halves) == 0 .and. even(1) .and. .not. even(n)
  step = 7
  do k = 1, 300, step
    good = good .and. whole(k * 1000) == k * 1000 .and. grid(k, k) == mod(2 * k, 100)
  end do
  if (good) print '(a)', 'PASS'
end program large_constants
