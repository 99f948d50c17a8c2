program saved_state
  implicit none
  integer :: i
  real :: r = 2.5
  integer, parameter :: n = 3, m = 2 * n + 1
  real :: table(n, m) = 1
  do i = 1, 3
    call count_calls(i)
  end do
  call check(r == 2.5 .and. sum(table) == 21.0, 'initialised variables')
  print '(a)', 'PASS'
contains
  subroutine count_calls(expected)
    integer, intent(in) :: expected
    integer :: calls = 0
    real, save :: total
    logical, save :: first = .true.
    calls = calls + 1
    if (first) total = 0
    first = .false.
    total = total + calls
    call check(calls == expected, 'initialisation saves')
    call check(total == calls * (calls + 1) / 2, 'save')
  end subroutine count_calls
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program saved_state
