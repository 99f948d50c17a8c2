! Numbers into characters and back.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  character(len=32) :: text
  integer :: i, k
  real(8) :: x
  do i = 1, 3000
    write (text, '(i0, 1x, f0.4)') i, 0.77d0*i
    read (text, *) k, x
    outcome = outcome + k + x
  end do
end subroutine
