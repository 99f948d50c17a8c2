! A log: lines with a time, a level and a message; counted by level and hour.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  character(len=8), parameter :: levels(4) = [character(len=8) :: 'INFO', 'WARN', 'ERROR', 'DEBUG']
  character(len=100) :: line
  character(len=8) :: level
  integer :: unit, i, status, h, m, s, k, count(4, 0:23), ms
  open (newunit=unit, status='scratch', form='formatted')
  do i = 1, 1500
    write (unit, '(i2.2,":",i2.2,":",i2.2,1x,a,1x,a,i0,a)') mod(i/60, 24), mod(i, 60), mod(i*7, 60), &
      trim(levels(mod(i, 4) + 1)), 'request ', i, ' took 12 ms'
  end do
  rewind (unit)
  count = 0
  do
    read (unit, '(i2,1x,i2,1x,i2,1x,a)', iostat=status) h, m, s, line
    if (status /= 0) exit
    k = index(line, ' ')
    level = line(:k)
    do i = 1, 4
      if (levels(i) == level) count(i, h) = count(i, h) + 1
    end do
    k = index(line, 'took')
    if (k > 0) read (line(k + 5:), *) ms
    outcome = outcome + ms + m + s
  end do
  close (unit)
  outcome = outcome + sum(count*reshape([(i, i=1, 96)], [4, 24]))
end subroutine
