! List-directed output into a file.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer :: unit, i
  open (newunit=unit, status='scratch')
  do i = 1, 4000
    write (unit, *) i, 0.37d0*i, 1d5/i
  end do
  outcome = outcome + 4000
  close (unit)
end subroutine
