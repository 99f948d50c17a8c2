! Sections of a parameter file: list-directed pairs, backspace to look again, inquire, rewind, arrays on a line.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  character(len=32) :: word
  character(len=80) :: line
  integer :: unit, i, n, status
  logical :: open_now
  real(8) :: a(8), b(8)
  open (newunit=unit, status='scratch', action='readwrite')
  do i = 1, 300
    write (unit, *) '&block', i
    write (unit, '(8f10.4)') [(real(i + n, 8)/3, n=1, 8)]
    write (unit, *) 1.5d0*i, i, i > 100
    write (unit, '(a)', advance='no') 'tail '
    write (unit, '(3i6)') i, i + 1, i + 2
  end do
  inquire (unit=unit, opened=open_now)
  if (open_now) outcome = outcome + 1
  rewind (unit)
  do
    read (unit, '(a)', iostat=status) line
    if (status /= 0) exit
    if (index(line, '&block') > 0) then
      backspace (unit)
      read (unit, *) word, n
      read (unit, *) a
      read (unit, *) b(1), i
      outcome = outcome + sum(a) + b(1) + i + n
    else
      outcome = outcome + len_trim(line)
    end if
  end do
  close (unit)
end subroutine
