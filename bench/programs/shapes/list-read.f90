! List-directed input.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer :: unit, i, j, k
  real(8) :: x, y
  open (newunit=unit, status='scratch')
  do i = 1, 1000
    write (unit, *) i, 0.37d0*i, 1d5/i
  end do
  do j = 1, 4
    rewind (unit)
    do i = 1, 1000
      read (unit, *) k, x, y
      outcome = outcome + x
    end do
  end do
  close (unit)
end subroutine
