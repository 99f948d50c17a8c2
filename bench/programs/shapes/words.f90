! Words of a text, sorted, counted.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  character(len=16) :: words(600), t
  character(len=:), allocatable :: text
  integer :: n, i, j, first, k
  text = ''
  do i = 1, 500
    text = text//achar(97 + mod(i*7, 26))//achar(97 + mod(i*11, 26))//achar(97 + mod(i*3, 5))//' '
  end do
  n = 0
  first = 1
  do
    k = index(text(first:), ' ')
    if (k == 0) exit
    if (k > 1) then
      n = n + 1
      words(n) = text(first:first + k - 2)
    end if
    first = first + k
    if (first > len(text)) exit
  end do
  do i = 2, n
    t = words(i)
    j = i - 1
    do while (j >= 1)
      if (words(j) <= t) exit
      words(j + 1) = words(j)
      j = j - 1
    end do
    words(j + 1) = t
  end do
  k = 1
  do i = 2, n
    if (words(i) /= words(i - 1)) k = k + 1
  end do
  outcome = outcome + k + ichar(words(n/2)(1:1))
end subroutine
