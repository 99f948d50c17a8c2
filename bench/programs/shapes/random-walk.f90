! Random numbers of a generator with integers, and a histogram.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer(8) :: s
  integer :: i, place, counts(-300:300)
  s = 88172645463325252_8
  counts = 0
  place = 0
  do i = 1, 100000
    s = ieor(s, ishft(s, 13))
    s = ieor(s, ishft(s, -7))
    s = ieor(s, ishft(s, 17))
    place = place + merge(1, -1, btest(s, 20))
    if (abs(place) > 300) place = 0
    counts(place) = counts(place) + 1
  end do
  outcome = outcome + maxval(counts)
end subroutine
