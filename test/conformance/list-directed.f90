program list_directed
  implicit none
  character(80) :: line
  integer :: i, j, k
  real :: x, y
  complex :: z
  logical :: l
  character(10) :: a, b
  line = '3*5'
  read(line, *) i, j, k
  call check(i == 5 .and. j == 5 .and. k == 5, 'repetition')
  i = 1; j = 2; k = 3
  line = '10,,30'
  read(line, *) i, j, k
  call check(i == 10 .and. j == 2 .and. k == 30, 'null value')
  line = '7 / 8 9'
  j = -1
  read(line, *) i, j
  call check(i == 7 .and. j == -1, 'slash ends')
  line = "'two words' single (1.5,-2) T"
  read(line, *) a, b, z, l
  call check(a == 'two words' .and. b == 'single' .and. z == (1.5, -2.0) .and. l, 'text, complex, logical')
  line = '1e3 -2.5d-1'
  read(line, *) x, y
  call check(x == 1000.0 .and. y == -0.25, 'exponents')
  write(line, *) 'a', 1, 'b'
  call check(index(line, 'a') > 0 .and. index(line, 'b') > index(line, '1'), 'written')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program list_directed
