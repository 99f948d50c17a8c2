module counters
  implicit none
  integer, private :: total = 0
  interface
    module subroutine add(n)
      integer, intent(in) :: n
    end subroutine add
    module integer function now() result(r)
    end function now
  end interface
contains
  subroutine fill(a, n)
    integer, intent(in) :: n
    integer, intent(out) :: a(n)
    integer :: start, calls = 0
    a = 0
    calls = calls + 1
    return
  entry fill_from(a, n, start)
    a = start
    calls = calls + 1
    return
  entry times_called(start)
    start = calls
  end subroutine fill
  real function square(x)
    real :: cube, x
    square = x * x
    return
  entry cube(x)
    cube = x**3
  end function square
end module counters

submodule (counters) implementation
  implicit none
contains
  module procedure add
    total = total + n
  end procedure add
  module integer function now() result(r)
    r = total
  end function now
end submodule implementation

program entries_submodules
  use counters
  implicit none
  integer :: v(4), k
  real :: r
  r(k) = k / 2.0
  call fill(v, 4)
  call check(all(v == 0), 'first entrance')
  call fill_from(v, 4, 7)
  call check(all(v == 7), 'second entrance')
  call times_called(k)
  call check(k == 2, 'shared locals')
  call check(square(3.0) == 9 .and. cube(2.0) == 8, 'functions')
  call add(5)
  call add(6)
  call check(now() == 11, 'submodule')
  call check(apply(abs, -2.5) == 2.5, 'an intrinsic function as argument')
  call check(r(3) == 1.5, 'statement function')
  print '(a)', 'PASS'
contains
  real function apply(f, x)
    interface
      real function f(x)
        real, intent(in) :: x
      end function f
    end interface
    real, intent(in) :: x
    apply = f(x)
  end function apply
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, 'wrong: ', what
    error stop 1
  end subroutine check
end program entries_submodules
