! A table with fixed columns into a file.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer :: unit, i
  integer(8) :: length
  open (newunit=unit, status='scratch')
  do i = 1, 4000
    write (unit, '(i8, f12.5, es16.8)') i, 0.37d0*i, 1d5/i
  end do
  inquire (unit, size=length)
  outcome = outcome + 4000
  close (unit)
end subroutine
