! A long text grows piece by piece.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  character(len=:), allocatable :: text, line
  integer :: i, j
  text = ''
  do i = 1, 300
    line = ''
    do j = 1, 6
      line = line//achar(97 + mod(i*j, 26))//','
    end do
    text = text//trim(line)//new_line('a')
  end do
  outcome = outcome + len(text) + index(text, 'z,')
end subroutine
