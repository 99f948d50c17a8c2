program recursion
  implicit none
  integer :: moves
  call check(factorial(10) == 3628800, 'factorial')
  call check(fibonacci(15) == 610, 'two calls')
  call check(even(10) .and. .not. even(7), 'mutual')
  moves = 0
  call hanoi(6, 1, 2, 3)
  call check(moves == 63, 'towers')
  call check(ackermann(2, 3) == 9, 'ackermann')
  print '(a)', 'PASS'
contains
  recursive integer function factorial(n) result(f)
    integer, intent(in) :: n
    f = 1
    if (n > 1) f = n * factorial(n - 1)
  end function factorial
  recursive function fibonacci(n) result(f)
    integer, intent(in) :: n
    integer :: f
    if (n < 2) then
      f = n
    else
      f = fibonacci(n - 1) + fibonacci(n - 2)
    end if
  end function fibonacci
  recursive logical function even(n)
    integer, intent(in) :: n
    even = .true.
    if (n > 0) even = odd(n - 1)
  end function even
  recursive logical function odd(n)
    integer, intent(in) :: n
    odd = .false.
    if (n > 0) odd = even(n - 1)
  end function odd
  recursive subroutine hanoi(n, from, via, to)
    integer, intent(in) :: n, from, via, to
    integer :: before
    if (n == 0) return
    before = moves
    call hanoi(n - 1, from, to, via)
    moves = moves + 1
    call hanoi(n - 1, via, from, to)
    call check(moves - before == 2**n - 1, 'local variable of a recursive call')
  end subroutine hanoi
  recursive integer function ackermann(m, n) result(a)
    integer, value :: m, n
    if (m == 0) then
      a = n + 1
    else if (n == 0) then
      a = ackermann(m - 1, 1)
    else
      a = ackermann(m - 1, ackermann(m, n - 1))
    end if
  end function ackermann
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program recursion
