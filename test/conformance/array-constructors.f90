program array_constructors
  implicit none
  integer :: i, j
  integer :: a(6)
  real, parameter :: squares(*) = [(real(i)**2, i = 1, 4)]
  real(8) :: d(2)
  character(5) :: words(3)
  complex :: z(2)
  a = [1, (i, i * 10, i = 2, 3), 6]
  call check(all(a == [1, 2, 20, 3, 30, 6]), 'implied do among values')
  a = [((10 * i + j, j = 1, 3), i = 1, 2)]
  call check(all(a == [11, 12, 13, 21, 22, 23]), 'nested implied do')
  a = (/ a(4:6), a(1:3) /)
  call check(all(a == [21, 22, 23, 11, 12, 13]), 'arrays as values')
  call check(size(squares) == 4 .and. squares(4) == 16.0, 'parameter')
  d = [real(8) :: 1, 2.5]
  call check(d(1) == 1 .and. d(2) == 2.5d0, 'with a type')
  words = [character(5) :: 'a', 'longer', 'abc']
  call check(words(2) == 'longe' .and. words(1) == 'a', 'characters with a length')
  z = [cmplx(1, 2), cmplx(3, 4)]
  call check(sum(z) == (4.0, 6.0), 'complex')
  call check(size([integer ::]) == 0, 'empty')
  call check(sum([(i, i = 10, 1, -2)]) == 30, 'downwards')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program array_constructors
