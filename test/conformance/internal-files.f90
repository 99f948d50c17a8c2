program internal_files
  implicit none
  character(40) :: line, lines(3)
  integer :: i, j, code
  real :: x, y
  logical :: l
  write(line, '(i5, f8.3, a)') 42, 3.14159, ' end'
  call check(line == '   42   3.142 end', 'formatted write')
  write(line, '(i0, ",", i3.3, ",", 2l2)') 7, 5, .true., .false.
  call check(line == '7,005, T F', 'i0, i3.3, l')
  write(line, '(es10.3, 1x, e11.4, 1x, z4.4)') 12345.678, 0.0012, 255
  call check(line == ' 1.235E+04  0.1200E-02 00FF', 'exponents, hexadecimal')
  read(line, '(es10.3)') x
  call check(abs(x - 12350.0) < 1, 'formatted read')
  line = '12 3.5 T'
  read(line, *) i, x, l
  call check(i == 12 .and. x == 3.5 .and. l, 'list-directed read')
  line = '1,2 , 3'
  read(line, *) i, j, x
  call check(i == 1 .and. j == 2 .and. x == 3.0, 'commas')
  write(lines, '(a)') 'one', 'two', 'three'
  call check(lines(1) == 'one' .and. lines(3) == 'three', 'array of records')
  write(line, '(3(i2, :, "-"))') 1, 2
  call check(line == ' 1- 2', 'colon')
  line = 'abc'
  read(line, *, iostat=code) i
  call check(code > 0, 'iostat of nonsense')
  line = ''
  read(line, *, iostat=code) i
  call check(code < 0, 'iostat at the end')
  write(line, '(a, t6, a, 2x, a)') 'ab', 'cd', 'ef'
  call check(line == 'ab   cd  ef', 'tab and blanks')
  y = 2.5
  write(line, *) y
  read(line, *) x
  call check(x == y, 'there and back')
  write(line, '(sp, i3, ss, i3, f6.1)') 5, 5, -0.54
  call check(line == ' +5  5  -0.5', 'signs')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program internal_files
