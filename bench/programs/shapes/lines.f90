! Lines of text, written and read.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  character(len=80) :: line
  integer :: unit, i, status
  open (newunit=unit, status='scratch')
  do i = 1, 4000
    write (unit, '(a)') 'a line of text of usual length'
  end do
  rewind (unit)
  do
    read (unit, '(a)', iostat=status) line
    if (status /= 0) exit
    outcome = outcome + len_trim(line)
  end do
  close (unit)
end subroutine
