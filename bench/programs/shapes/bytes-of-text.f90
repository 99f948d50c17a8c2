! Letters are counted and changed one by one.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  character(len=4000) :: text
  integer :: counts(0:255), i, j, c
  do i = 1, len(text)
    text(i:i) = achar(32 + mod(i*7919, 95))
  end do
  counts = 0
  do j = 1, 10
    do i = 1, len(text)
      c = iachar(text(i:i))
      if (c >= 97 .and. c <= 122) then
        text(i:i) = achar(c - 32)
      else if (text(i:i) == ' ') then
        text(i:i) = '_'
      end if
      counts(c) = counts(c) + 1
    end do
  end do
  outcome = outcome + counts(65) + counts(95)
end subroutine
