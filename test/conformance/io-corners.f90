! Fields without digits, ends of files inside namelists, NaN with a text of its own, inquiries, G without digits, formats with bytes.
program io_corners
  implicit none
  real :: x
  complex :: z
  integer :: ios, i, n, u, list(3)
  character(12) :: fields(8)
  character(800) :: folder
  character(60) :: text, other
  character(10) :: word
  namelist /group/ list
  fields = [character(12) :: '  +', 'E+00', '.D0', '. E00', '-', 'D 5', '-.', '+.E5']
  do i = 1, size(fields)
    x = 9
    read (fields(i), '(f12.4)', iostat=ios) x
    if (ios /= 0 .or. x /= 0) error stop 1
  end do
  fields(1:4) = [character(12) :: 'E', 'E+', '1E', '+E']
  do i = 1, 4
    x = 9
    read (fields(i), '(f12.4)', iostat=ios) x
    if (ios <= 0 .or. x /= 9) error stop 2
    read (fields(i), *, iostat=ios) x
    if (ios <= 0 .or. x /= 9) error stop 3
  end do

  open (newunit=u, status='scratch')
  write (u, '(a)') '&group list(3) = 5 '
  rewind (u)
  read (u, nml=group, end=10)
  error stop 4
10 rewind (u)
  read (u, nml=group, iostat=ios)
  if (.not. is_iostat_end(ios)) error stop 5
  rewind (u)
  write (u, '(a)') '&other list = 1 /'
  rewind (u)
  read (u, nml=group, iostat=ios)
  if (.not. is_iostat_end(ios)) error stop 6
  close (u)

  text = '(NAN(0x111),1.5)  ( -2.5 , -nan(123) )'
  read (text, *) z
  if (z%re == z%re .or. z%im /= 1.5) error stop 7
  read (text(19:), *) z
  if (z%im == z%im .or. z%re /= -2.5) error stop 8
  text = ' nan(q) 2*(nan(1),nan()) 7'
  read (text, *) x, z, z, n
  if (x == x .or. n /= 7) error stop 9

  inquire (47, pad=word)
  if (word /= 'UNDEFINED') error stop 10
  open (newunit=u, form='unformatted', status='scratch')
  inquire (u, pad=word)
  if (word /= 'UNDEFINED') error stop 11
  close (u)
  call getcwd(folder)
  open (newunit=u, file='io-corners.tmp')
  inquire (u, pad=word)
  if (word /= 'YES') error stop 12
  inquire (file=trim(folder)//'/io-corners.tmp', number=n)
  if (n /= u) error stop 13
  inquire (file='./io-corners.tmp', number=n)
  if (n /= u) error stop 14
  close (u, status='delete')
  inquire (file=trim(folder)//'/io-corners.tmp', number=n)
  if (n /= -1) error stop 15

  write (text, '(5(1x,1pg9.0e2))') 0.0, 0.04, 0.4, 0.6, 243.0
  write (other, '(5(1x,1pe9.0e2))') 0.0, 0.04, 0.4, 0.6, 243.0
  if (index(text, '.E') == 0 .or. len_trim(text) /= len_trim(other)) error stop 16
  if (text /= other) error stop 17
  write (text, 20)
20 format ('é:', 2hab, " ü")
  if (text /= 'é:ab ü') error stop 18
  ! Halves go away from zero, as in nvfortran's runtime, or to even where that is asked for.
  write (text, '(f6.1,f4.0,f4.0,e9.1,3(rn,f6.1,rc,f6.1))') -27.25d0, 0.5d0, 2.5d0, 0.25d0, -27.25d0, 27.25d0, &
    0.75d0, 0.25d0, 0.35d0, 0.45d0
  if (text /= ' -27.3  1.  3.  0.3E+00 -27.2  27.3   0.8   0.3   0.3   0.5') error stop 19
  open (newunit=u, status='scratch', round='nearest')
  write (u, '(f6.1)') -27.25d0
  rewind (u)
  read (u, '(a)') text
  if (text /= ' -27.2') error stop 20
  close (u)
  print *, 'PASS'
end program
