! Procedures that call themselves and each other with scalars that they only read; ends that call again.
module small_recursion
  implicit none
  integer :: steps = 0
contains
  recursive integer function fibonacci(n) result(f)
    integer, intent(in) :: n
    if (n < 2) then
      f = n
    else
      f = fibonacci(n - 1) + fibonacci(n - 2)
    end if
  end function
  ! ends that call again with the arguments exchanged
  recursive integer function gcd(a, b) result(g)
    integer, intent(in) :: a, b
    if (b == 0) then
      g = a
    else
      g = gcd(b, mod(a, b))
    end if
  end function
  recursive subroutine count_down(n, by, last)
    integer, intent(in) :: n, by
    integer, intent(out) :: last
    steps = steps + 1
    last = n
    select case (n)
    case (:0)
      return
    case (7)
      call count_down(n - 3, by, last)
    case default
      if (mod(n, 2) == 0) then
        call count_down(n - by, by, last)
      else
        call count_down(n - 1, by, last)
      end if
    end select
  end subroutine
  ! each other, a real and a small integer handed on
  recursive logical function is_even(n, k, x) result(answer)
    integer, intent(in) :: n
    integer(1), intent(in) :: k
    real, intent(in) :: x
    answer = .true.
    if (n > 0) answer = is_odd(n - 1, k, x)
    if (n == 0) answer = k == -5_1 .and. x == 0.5
  end function
  recursive logical function is_odd(n, k, x) result(answer)
    integer, intent(in) :: n
    integer(1), intent(in) :: k
    real, intent(in) :: x
    answer = .false.
    if (n > 0) answer = is_even(n - 1, k, x)
  end function
  recursive complex function power(z, n) result(p)
    complex, intent(in) :: z
    integer, intent(in) :: n
    if (n == 0) then
      p = 1
    else if (mod(n, 2) == 0) then
      p = power(z*z, n/2)
    else
      p = z*power(z, n - 1)
    end if
  end function
  ! an element and a local that is changed behind the call
  recursive integer function weigh(list, at) result(total)
    integer, intent(in) :: list(:), at
    integer :: next
    total = 0
    if (at > size(list)) return
    next = at + 1
    total = list(at)*2 + weigh(list, next)
    next = 0
    total = total + next
  end function
  ! the address is wanted, or it may be changed: nothing goes by value
  recursive subroutine keep(n, seen)
    integer, intent(in), target :: n
    integer, intent(inout) :: seen
    integer, pointer :: p
    p => n
    seen = seen + p
    if (n > 0) call keep(n - 1, seen)
  end subroutine
  recursive integer function optional_depth(n, most) result(d)
    integer, intent(in) :: n
    integer, intent(in), optional :: most
    d = n
    if (present(most)) then
      if (n >= most) return
    end if
    if (n < 20) d = optional_depth(n + 1, most)
  end function
  integer function through(f, n)
    interface
      recursive integer function f(n)
        integer, intent(in) :: n
      end function
    end interface
    integer, intent(in) :: n
    through = f(n)
  end function
end module

program main
  use small_recursion
  implicit none
  integer :: last, seen, wrong, i
  complex :: z
  wrong = 0
  call expect(fibonacci(20) == 6765 .and. gcd(1071, 462) == 21 .and. gcd(17, 5) == 1, 1)
  call count_down(20, 4, last)
  call expect(last == 0 .and. steps == 6, 2)
  steps = 0
  call count_down(9, 2, last)
  call expect(last == 0 .and. steps == 6, 3)
  call expect(is_even(1000, -5_1, 0.5) .and. .not. is_even(7, -5_1, 0.5) .and. .not. is_even(6, 5_1, 0.5), 4)
  z = power((0.0, 1.0), 7)
  call expect(abs(z - (0.0, -1.0)) < 1e-6, 5)
  call expect(weigh([1, 2, 3, 4], 1) == 20 .and. weigh([(i, i = 1, 300)], 2) == 90298, 6)
  seen = 0
  call keep(5, seen)
  call expect(seen == 15, 7)
  call expect(optional_depth(1) == 20 .and. optional_depth(1, 9) == 9, 8)
  call expect(through(fibonacci, 15) == 610, 9)
  if (wrong == 0) print '(a)', 'PASS'
contains
  subroutine expect(right, at)
    logical, intent(in) :: right
    integer, intent(in) :: at
    if (right) return
    wrong = wrong + 1
    print *, 'wrong', at
  end subroutine
end program
