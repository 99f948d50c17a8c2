! A sieve in bits of 64-bit words, bits counted.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 200000
  integer(8) :: words(0:n/128)
  integer :: i, j, k
  words = not(0_8)
  do i = 3, int(sqrt(real(n))), 2
    k = i/2
    if (.not. btest(words(k/64), mod(k, 64))) cycle
    do j = i*i/2, n/2 - 1, i
      words(j/64) = ibclr(words(j/64), mod(j, 64))
    end do
  end do
  k = 0
  do i = 0, n/128 - 1
    k = k + popcnt(words(i))
  end do
  outcome = outcome + k + trailz(words(3)) + leadz(words(4)) + popcnt(ieor(ishftc(words(5), 7), ibits(words(6), 3, 20)))
end subroutine
