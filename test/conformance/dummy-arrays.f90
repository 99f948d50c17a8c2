program dummy_arrays
  implicit none
  real :: a(-1:2), m(4, 4)
  integer :: i
  a = [1.0, 2.0, 3.0, 4.0]
  call shaped(a)
  call check(a(-1) == 10.0, 'assumed shape starts at 1')
  call from_zero(a)
  call explicit(a, 4)
  call sized(a(0:), 3)
  call check(a(0) == -2.0 .and. a(2) == -4.0, 'assumed size')
  m = 0
  call shaped(m(2, :))
  call check(m(2, 1) == 10.0 .and. sum(m) == 10.0, 'row by descriptor')
  call explicit(m(3, 1:4), 4)
  call check(m(3, 2) == 5.0 .and. m(4, 1) == 0.0, 'row copied in and out')
  call square(m(2:3, 2:3), 2)
  call check(m(2, 2) == 1 .and. m(3, 3) == 4 .and. m(2, 3) == 3, 'block copied in and out')
  call sequence_of(m(1, 4), 4)
  call check(all(m(:, 4) == 8.0), 'element as the start of a sequence')
  i = ubound_of(m)
  call check(i == 44, 'ubound of a dummy')
  print '(a)', 'PASS'
contains
  subroutine shaped(x)
    real, intent(inout) :: x(:)
    call check(lbound(x, 1) == 1 .and. size(x) == 4, 'bounds')
    x(1) = 10
  end subroutine shaped
  subroutine from_zero(x)
    real, intent(in) :: x(0:)
    call check(ubound(x, 1) == 3 .and. x(0) == 10.0, 'lower bound 0')
  end subroutine from_zero
  subroutine explicit(x, n)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    x(2) = x(2) + 5
    if (x(2) == 7.0) x(2) = 2.0
  end subroutine explicit
  subroutine sized(x, n)
    integer, intent(in) :: n
    real :: x(*)
    x(1:n) = -x(1:n)
  end subroutine sized
  subroutine square(x, n)
    integer, intent(in) :: n
    real, intent(out) :: x(n, n)
    x = reshape([1.0, 2.0, 3.0, 4.0], [n, n])
  end subroutine square
  subroutine sequence_of(x, n)
    integer, intent(in) :: n
    real, intent(out) :: x(n)
    x = 8
  end subroutine sequence_of
  integer function ubound_of(x)
    real, intent(in) :: x(:, :)
    ubound_of = 10 * ubound(x, 1) + ubound(x, 2)
  end function ubound_of
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program dummy_arrays
