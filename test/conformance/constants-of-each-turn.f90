! Constant arrays by implied do: what is the same for a list of all values of the index as for one after another, and what is not.
program constants_of_each_turn
  implicit none
  integer :: i, j
  integer, parameter :: n = 20, primes(8) = [2, 3, 5, 7, 11, 13, 17, 19]
  integer, parameter :: pairs(2 * n) = [(i * i, -i, i = 1, n)]
  integer, parameter :: back(8) = [(primes(9 - i) * 2, i = 1, 8)]
  integer, parameter :: together(3 * n) = [(7, i, size([i, i]), i = 1, n)]
  integer, parameter :: sums(n) = [(sum([i, i + 1]), i = 1, n)]
  integer, parameter :: largest(10) = [(max(i, 4, 10 - i), i = 1, 19, 2)]
  integer, parameter :: fields(10) = [(ibits(255, i - 1, 2), i = 1, 10)]
  integer(1), parameter :: table(10, 9) = reshape([((int(mod(i * j, 100), 1), i = 1, 10), j = 1, 9)], [10, 9])
  integer, parameter :: row(10) = [integer :: (table(i, 3), i = 1, 10)], diagonal(9) = [integer :: (table(i, i), i = 1, 9)]
  integer, parameter :: chosen(n) = [(merge(i, -i, i > 5), i = n, 1, -1)]
  real(8), parameter :: roots(n) = [(sqrt(real(i, 8)) / 2, i = n, 1, -1)]
  real, parameter :: halves(9) = [(i / 2 + i / 2.0, i = 1, 9)]
  logical, parameter :: thirds(n) = [(mod(i, 3) == 0 .and. i > 4, i = 1, n)]
  complex, parameter :: turned(n) = [(cmplx(i, -i), i = 1, n)]
  character(2), parameter :: words(10) = [(achar(64 + i) // 'x', i = 1, 10)]
  logical :: good
  good = size(pairs) == 40 .and. size(together) == 60
  do i = 1, n
    good = good .and. all(pairs(2 * i - 1:2 * i) == [i * i, -i]) .and. all(together(3 * i - 2:3 * i) == [7, i, 2])
    good = good .and. sums(i) == 2 * i + 1 .and. chosen(n + 1 - i) == sign(i, i - 6)
    good = good .and. abs(roots(n + 1 - i) - sqrt(real(i, 8)) / 2) < 1d-15
    good = good .and. (thirds(i) .eqv. (mod(i, 3) == 0 .and. i > 4)) .and. turned(i) == cmplx(i, -i)
  end do
  do i = 1, 10
    good = good .and. largest(i) == max(2 * i - 1, 4, 11 - 2 * i) .and. fields(i) == merge(3, merge(1, 0, i == 8), i < 8)
    good = good .and. row(i) == 3 * i .and. words(i) == achar(64 + i) // 'x'
    if (i < 10) good = good .and. diagonal(i) == i * i .and. halves(i) == i / 2 + i / 2.0
    if (i < 9) good = good .and. back(i) == 2 * primes(9 - i)
  end do
  if (good) print '(a)', 'PASS'
end program constants_of_each_turn
