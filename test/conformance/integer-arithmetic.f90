program integer_arithmetic
  implicit none
  integer :: i, j, n
  integer(8) :: big
  i = 7; j = -2
  call check(i / j == -3, 'division cuts towards zero')
  call check((-i) / 2 == -3, 'negative division')
  call check(mod(-i, 3) == -1 .and. modulo(-i, 3) == 2, 'mod and modulo')
  call check(mod(i, -3) == 1 .and. modulo(i, -3) == -2, 'negative divisors')
  call check(2**10 == 1024 .and. (-3)**3 == -27, 'powers')
  n = 5
  call check(2**n == 32 .and. (-1)**n == -1, 'powers of variables')
  n = -1
  call check(2**n == 0 .and. 1**n == 1 .and. (-1)**n == -1, 'negative exponents')
  n = 0
  call check(n**n == 1, 'zero to the zero')
  big = 3_8
  call check(big**30 == 205891132094649_8, 'integer(8) power')
  call check(i - j * 3 + 4 / 3 == 14, 'precedence')
  call check(-2**2 == -4, 'minus binds less than power')
  call check(2**3**2 == 512, 'powers from the right')
  call check(10 - 3 - 2 == 5 .and. 100 / 10 / 5 == 2, 'from the left')
  call check(max(3, i, j) == 7 .and. min(3, i, j) == -2, 'max and min')
  call check(sign(3, j) == -3 .and. dim(3, 5) == 0 .and. dim(5, 3) == 2, 'sign and dim')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program integer_arithmetic
