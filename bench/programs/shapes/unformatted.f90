! Records of bits, written and read.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer :: unit, i, k
  real(8) :: x, many(500)
  open (newunit=unit, status='scratch', form='unformatted')
  many = 0.5d0
  do i = 1, 3000
    write (unit) i, 0.25d0*i
    if (mod(i, 100) == 0) write (unit) many
  end do
  rewind (unit)
  do i = 1, 3000
    read (unit) k, x
    outcome = outcome + k + x
    if (mod(i, 100) == 0) read (unit) many
  end do
  close (unit)
end subroutine
