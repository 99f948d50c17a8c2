! A table of numbers and names, written as CSV, read line by line and split.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  character(len=120) :: line
  character(len=16) :: name
  integer :: unit, i, status, id, from, at
  real(8) :: x, y, total
  open (newunit=unit, status='scratch')
  write (unit, '(a)') 'id,name,x,y'
  do i = 1, 1000
    write (unit, '(i0,",",a,i0,",",f0.3,",",es12.5)') i, 'name', mod(i, 37), i*0.37d0, 1d0/i
  end do
  rewind (unit)
  read (unit, '(a)') line
  total = 0
  do
    read (unit, '(a)', iostat=status) line
    if (status /= 0) exit
    at = index(line, ',')
    read (line(:at - 1), *) id
    from = at + 1
    at = from + index(line(from:), ',') - 1
    name = line(from:at - 1)
    read (line(at + 1:), *) x, y
    total = total + id + len_trim(name) + x + y
  end do
  close (unit)
  outcome = outcome + total
end subroutine
