program statement_functions
  implicit none
  real :: f, g, x, y
  integer :: i, twice
  f(x, y) = x**2 + y
  g(x) = f(x, 1.0) * 2
  twice(i) = 2 * i
  call check(f(3.0, 1.0) == 10.0, 'two arguments')
  call check(g(2.0) == 10.0, 'one in another')
  call check(twice(twice(3)) == 12, 'nested')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program statement_functions
