program array_expressions
  implicit none
  real :: a(3), b(3), m(2, 3)
  integer :: i(3)
  logical :: l(3)
  real, allocatable :: d(:)
  a = [1.0, 2.0, 3.0]
  b = 2 * a + 1
  call check(all(b == [3.0, 5.0, 7.0]), 'with scalars')
  b = a * b - a / 2
  call check(all(b == [2.5, 9.0, 19.5]), 'element by element')
  i = int(b)
  call check(all(i == [2, 9, 19]), 'elemental conversion')
  l = a > 1.5 .and. b < 10
  call check(count(l) == 1 .and. l(2), 'logical arrays')
  m = spread(a, 1, 2)
  m(2, :) = m(2, :)**2
  call check(all(m(2, :) == [1.0, 4.0, 9.0]) .and. all(m(1, :) == a), 'rows')
  d = a
  d = [d, 4.0, 5.0]
  call check(size(d) == 5 .and. d(5) == 5.0, 'allocation on assignment')
  call check(sum(sqrt(a * a)) == 6.0, 'function of an expression')
  call check(maxval(abs(a - [3.0, 2.0, 1.0])) == 2.0, 'expression in a reduction')
  a = a(3:1:-1)
  call check(all(a == [3.0, 2.0, 1.0]), 'reversed in place')
  m(1, :) = m(1, :) + m(2, :) * merge(1.0, -1.0, m(2, :) > 3)
  call check(all(m(1, :) == [0.0, 6.0, 12.0]), 'merge')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program array_expressions
