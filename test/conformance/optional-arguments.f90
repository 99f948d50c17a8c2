program optional_arguments
  implicit none
  integer :: n
  real :: r
  call check(add(1) == 1, 'none')
  call check(add(1, 2) == 3, 'one')
  call check(add(1, c=5) == 6, 'keyword')
  call check(add(c=1, b=2, a=3) == 6, 'all by keyword')
  call check(outer() == -1 .and. outer(4) == 4, 'passed on')
  call change(n)
  call check(n == 1, 'out')
  call change(n, r)
  call check(n == 2 .and. r == 0.5, 'optional out')
  print '(a)', 'PASS'
contains
  integer function add(a, b, c)
    integer, intent(in) :: a
    integer, intent(in), optional :: b, c
    add = a
    if (present(b)) add = add + b
    if (present(c)) add = add + c
  end function add
  integer function outer(x)
    integer, optional :: x
    outer = inner(x)
  end function outer
  integer function inner(x)
    integer, optional :: x
    inner = -1
    if (present(x)) inner = x
  end function inner
  subroutine change(n, r)
    integer, intent(out) :: n
    real, intent(out), optional :: r
    n = 1
    if (.not. present(r)) return
    n = 2
    r = 0.5
  end subroutine change
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program optional_arguments
