! Arguments that the shape of a result asks for are evaluated once.
program arguments_once
  implicit none
  integer :: calls = 0
  real :: a(3) = [1.0, 2.0, 3.0]
  logical :: good = .true.
  call check(sum(spread_out(four(), 20)) == 80 .and. calls == 1, 'scalar')
  a = twice(twice(twice(a)))
  call check(all(a == [8.0, 16.0, 24.0]) .and. calls == 4, 'array')
  call check(all(repeated(name(), 2) == ['abab', 'abab']) .and. calls == 5, 'characters')
  call check(all(twice(a(3:1:-1)) == [48.0, 32.0, 16.0]), 'section')
  if (good) print '(a)', 'PASS'
contains
  function spread_out(n, x) result(r)
    integer, intent(in) :: n, x
    integer :: r(n)
    r = x
  end function spread_out
  integer function four()
    calls = calls + 1
    four = 4
  end function four
  function twice(x) result(r)
    real, intent(in) :: x(:)
    real :: r(size(x))
    calls = calls + 1
    r = 2 * x
  end function twice
  function repeated(s, n) result(r)
    character(*), intent(in) :: s
    integer, intent(in) :: n
    character(len(s) * n) :: r(n)
    r = repeat(s, n)
  end function repeated
  function name() result(n)
    character(:), allocatable :: n
    calls = calls + 1
    n = 'ab'
  end function name
  subroutine check(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    good = .false.
    print '(2a)', 'FAIL ', what
  end subroutine check
end program arguments_once
