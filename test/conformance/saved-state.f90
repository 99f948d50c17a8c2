program saved_state
  implicit none
  integer :: i
  real :: r = 2.5
  integer, parameter :: n = 3, m = 2 * n + 1
  real :: table(n, m) = 1
  do i = 1, 3
    call count_calls(i)
  end do
  call saves_what_can_be(3)
  call saves_what_can_be(6)
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
  subroutine saves_what_can_be(n)
    integer, intent(in) :: n
    integer :: calls
    real :: work(n)
    character(n) :: text
    logical :: known = .false.
    save
    if (.not. known) calls = 0
    known = .true.
    calls = calls + 1
    work = n
    text = repeat('x', n)
    call check(size(work) == n .and. len(text) == n .and. calls == n / 3, 'save without a list')
  end subroutine saves_what_can_be
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program saved_state
