! Records and bytes of a file read and written in any order, over more than what a buffer holds.
program direct_any_order
  implicit none
  integer, parameter :: n = 12000
  integer :: i, k, wrong, unit
  integer(8) :: length
  real(8) :: x
  character(len=7) :: text
  integer(1) :: byte
  wrong = 0
  open (newunit=unit, status='scratch', form='unformatted', access='direct', recl=24)
  do i = 1, n
    write (unit, rec=i) i, 0.5d0*i
  end do
  do i = n, 1, -1
    read (unit, rec=i) k, x
    if (k /= i .or. x /= 0.5d0*i) wrong = wrong + 1
  end do
  ! every third one anew, backwards, between reads of others
  do i = n, 1, -3
    write (unit, rec=i) -i, 1d0
    read (unit, rec=mod(i*7, n) + 1) k, x
    if (abs(k) /= mod(i*7, n) + 1) wrong = wrong + 1
  end do
  do i = 1, n
    read (unit, rec=i) k, x
    if (k /= merge(-i, i, mod(n - i, 3) == 0)) wrong = wrong + 1
  end do
  read (unit, rec=n + 1, iostat=k) i
  if (k == 0) wrong = wrong + 1
  close (unit)

  open (newunit=unit, status='scratch', form='unformatted', access='stream')
  do i = 1, 70000
    write (unit) int(mod(i, 100), 1)
  end do
  write (unit, pos=65530) int(101, 1), int(102, 1)
  read (unit) byte
  if (byte /= mod(65532, 100)) wrong = wrong + 1
  read (unit, pos=65530) byte
  if (byte /= 101) wrong = wrong + 1
  write (unit, pos=70005) int(7, 1)
  inquire (unit, size=length)
  if (length /= 70005) wrong = wrong + 1
  read (unit, pos=70002) byte
  if (byte /= 0) wrong = wrong + 1
  read (unit, pos=1) byte
  if (byte /= 1) wrong = wrong + 1
  close (unit)

  open (newunit=unit, status='scratch', form='formatted', access='direct', recl=7)
  do i = 9999, 1, -1
    write (unit, '(i5)', rec=i) i
  end do
  do i = 1, 9999, 7
    read (unit, '(a)', rec=i) text
    write (unit, '(a)', rec=i) 'x'//text(2:)
  end do
  do i = 1, 9999
    read (unit, '(a1, i4)', rec=i) text, k
    if (k /= i .or. (text == 'x') .neqv. (mod(i - 1, 7) == 0)) wrong = wrong + 1
  end do
  close (unit)

  ! sequential records longer than the buffer, read back by parts
  open (newunit=unit, status='scratch', form='unformatted')
  write (unit) [(i, i = 1, 40000)]
  write (unit) 'end'
  rewind (unit)
  read (unit) i, k
  if (i /= 1 .or. k /= 2) wrong = wrong + 1
  read (unit) text(1:3)
  if (text(1:3) /= 'end') wrong = wrong + 1
  backspace (unit)
  backspace (unit)
  read (unit) (k, i = 1, 40000)
  if (k /= 40000) wrong = wrong + 1
  close (unit)
  if (wrong == 0) then
    print '(a)', 'PASS'
  else
    print *, 'wrong:', wrong
  end if
end program
