! The longest common part of two texts, by rows.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  character(400) :: a, b
  integer :: above(0:400), row(0:400), i, j
  do i = 1, 400
    a(i:i) = achar(97 + mod(i*i, 7))
    b(i:i) = achar(97 + mod(i*3 + i/5, 7))
  end do
  above = 0
  row = 0
  do i = 1, 400
    do j = 1, 400
      if (a(i:i) == b(j:j)) then
        row(j) = above(j - 1) + 1
      else
        row(j) = max(row(j - 1), above(j))
      end if
    end do
    above = row
  end do
  outcome = outcome + row(400)
end subroutine
