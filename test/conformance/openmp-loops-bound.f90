! `bind` of `loop`, and what a loop without it is shared by on the device.
! options: -mp=gpu
program openmp_loops_bound
  use omp_lib
  implicit none
  integer, parameter :: n = 12
  integer :: y(n), o(4, n), x(n), i, t
  y = [(i, i = 1, n)]

  o = 0
  !$omp target teams num_teams(4) private(x, t) map(tofrom: o) map(to: y)
  do i = 1, n
    x(i) = 1
  end do
  !$omp loop bind(thread)
  do i = 1, n
    x(i) = x(i) + y(i)
  end do
  t = omp_get_team_num() + 1
  do i = 1, n
    o(t, i) = x(i)
  end do
  !$omp end target teams
  do t = 1, 4
    if (any(o(t, :) /= y + 1 .and. o(t, :) /= 0)) call wrong('loop of each thread')
  end do
  if (any(o(1, :) /= y + 1)) call wrong('loop of the first team')

  o = 0
  !$omp target teams num_teams(4) private(t) map(tofrom: o) map(to: y)
  t = omp_get_team_num() + 1
  !$omp parallel
  !$omp loop
  do i = 1, n
    o(t, i) = o(t, i) + y(i)
  end do
  !$omp end parallel
  !$omp end target teams
  if (any(o(1, :) /= y)) call wrong('loop in a parallel region')

  o = 0
  !$omp target teams map(tofrom: o) map(to: y)
  !$omp loop
  do i = 1, n
    o(1, i) = o(1, i) + y(i)
  end do
  !$omp end target teams
  if (any(o(1, :) /= y)) call wrong('loop of the teams')
  print '(a)', 'PASS'
contains
  subroutine wrong(what)
    character(*), intent(in) :: what
    print '(2a)', 'wrong: ', what
    error stop 1
  end subroutine
end program
