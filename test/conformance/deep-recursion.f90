! A hundred thousand calls deep: more than Node gives the stack of its main thread for.
program deep_recursion
  implicit none
  integer, parameter :: depth = 100000
  if (sum_to(depth) /= depth * (depth + 1_8) / 2) error stop 1
  if (even(depth) .neqv. .true.) error stop 2
  print *, 'PASS'
contains
  recursive integer(8) function sum_to(n) result(total)
    integer, intent(in) :: n
    total = n
    if (n > 0) total = total + sum_to(n - 1)
  end function
  recursive logical function even(n)
    integer, intent(in) :: n
    even = .true.
    if (n > 0) even = odd(n - 1)
  end function
  recursive logical function odd(n)
    integer, intent(in) :: n
    odd = .false.
    if (n > 0) odd = even(n - 1)
  end function
end program
