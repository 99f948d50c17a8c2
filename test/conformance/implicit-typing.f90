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
  many = 3
  call check(size(ones()) == 3, 'the size of a result is the variable of the host')
  str = '2'
  read (str, '(i1)') many
  do 10 last = 1, 4
10 continue
  call automatic(last)
  print '(a)', 'PASS'
contains
  subroutine double_it(y)
    y = y * 2
  end subroutine double_it
  function ones() result(y)
    real :: y(many)
    y = 1
  end function ones
  subroutine automatic(l)
    real :: y(many, last)
    y = l
    call check(size(y) == 10 .and. sum(y) == 50, 'sizes of arrays are variables of the host')
  end subroutine automatic
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program implicit_typing
