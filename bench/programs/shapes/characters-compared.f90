! Words are looked up and sorted.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  character(len=12) :: words(400), word
  integer :: i, j
  do i = 1, size(words)
    write (words(i), '(a, i0)') char(97 + mod(i*7, 26)), mod(i*7919, 10007)
  end do
  do i = 2, size(words)
    word = words(i)
    j = i - 1
    do while (j > 0)
      if (words(j) <= word) exit
      words(j + 1) = words(j)
      j = j - 1
    end do
    words(j + 1) = word
  end do
  do i = 1, size(words)
    if (words(i) == 'a7919' .or. index(words(i), '19') > 0) outcome = outcome + i + len_trim(words(i))
  end do
end subroutine
