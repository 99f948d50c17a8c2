! Many numbers from lines by internal reads, and a namelist.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  character(len=60) :: line
  character(len=80) :: lines(3)
  real(8) :: x, y, z
  integer :: i, n, steps
  real(8) :: dt, width(3)
  namelist /run/ steps, dt, width
  do i = 1, 300
    write (line, '(i6,2f12.5,es14.6)') i, 0.25d0*i, 1.5d0*i, 1d-3*i
    read (line, *) n, x, y, z
    outcome = outcome + (n + x + y + z)*1d-3
  end do
  do i = 1, 30
    lines(1) = '&run steps = 100, dt = 1.5d-3,'
    lines(2) = ' width = 1.0, 2.0, 3.0'
    lines(3) = '/'
    read (lines, nml=run)
    outcome = outcome + (steps + dt + width(2))*1d-3
  end do
end subroutine
