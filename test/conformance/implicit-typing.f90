program implicit_typing
  implicit real(8) (d), character(3) (s)
  i = 7.9
  x = 7
  d = 0.1d0
  str = 'abcd'
  n = i / 2
  call check(i == 7 .and. n == 3, 'i and n are integers')
  call check(x / 2 == 3.5, 'x is real')
  call check(d * 3 - 0.3d0 < 1d-15 .and. kind(d) == 8, 'd is real(8)')
  call check(str == 'abc', 's is character')
  call double_it(x)
  call check(x == 14, 'dummy')
  print '(a)', 'PASS'
contains
  subroutine double_it(y)
    y = y * 2
  end subroutine double_it
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program implicit_typing
