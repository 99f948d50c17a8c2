! Records in any order.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer :: unit, i, k
  real(8) :: x
  open (newunit=unit, status='scratch', form='unformatted', access='direct', recl=16)
  do i = 1, 2000
    write (unit, rec=i) i, 0.25d0*i
  end do
  do i = 1, 2000
    read (unit, rec=mod(i*7, 2000) + 1) k, x
    outcome = outcome + k + x
  end do
  close (unit)
end subroutine
