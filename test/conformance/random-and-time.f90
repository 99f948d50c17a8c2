program random_and_time
  implicit none
  real :: x(1000), y
  real(8) :: d
  integer :: n, before, after, rate
  integer, allocatable :: seed(:)
  real :: t0, t1
  integer :: values(8)
  character(8) :: date
  call random_seed(size=n)
  allocate(seed(n))
  seed = 12345
  call random_seed(put=seed)
  call random_number(x)
  call check(all(x >= 0 .and. x < 1), 'range')
  call check(abs(sum(x) / 1000 - 0.5) < 0.1, 'mean')
  call random_seed(put=seed)
  call random_number(y)
  call check(y == x(1), 'the same seed, the same numbers')
  call random_number(d)
  call check(d >= 0 .and. d < 1, 'real(8)')
  call system_clock(before, rate)
  call system_clock(after)
  call check(after >= before .and. rate > 0, 'system_clock')
  call cpu_time(t0)
  call cpu_time(t1)
  call check(t1 >= t0 .and. t0 >= 0, 'cpu_time')
  call date_and_time(date, values=values)
  call check(values(1) > 2000 .and. values(2) >= 1 .and. values(2) <= 12, 'date_and_time')
  call check(date(1:2) == '20', 'date')
  call check(command_argument_count() == 0, 'no arguments')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program random_and_time
