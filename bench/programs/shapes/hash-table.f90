! Open addressing with 64-bit hashes.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: bits = 13, size = 2**bits
  integer(8) :: keys(0:size - 1), key, h
  integer :: counts(0:size - 1), i, at
  keys = -1
  counts = 0
  do i = 1, 30000
    key = mod(i*7919_8, 5003_8)
    h = key*(-7046029254386353131_8)
    at = int(ishft(h, bits - 64))
    do while (keys(at) /= key)
      if (keys(at) < 0) then
        keys(at) = key
        exit
      end if
      at = iand(at + 1, size - 1)
    end do
    counts(at) = counts(at) + 1
  end do
  outcome = outcome + maxval(counts) + count(counts > 0)
end subroutine
