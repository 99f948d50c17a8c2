! Teams as blocks: parallel loops and regions among a team's statements.
! options: -mp=gpu
program openmp_target_teams
  implicit none
  integer, parameter :: n = 100, m = 40
  real :: a(n, m), b(n, m), s, sums(m)
  integer :: i, j, k, x, first(m)
  complex :: z, zs(m)
  logical :: any5, f(m)
  a = 1; 
  !$omp target teams distribute map(from: b, sums) map(to: a) private(s)
  do j = 1, m
    s = 0
    !$omp parallel do reduction(+:s)
    do i = 1, n
      b(i, j) = a(i, j) * j
      s = s + b(i, j)
    end do
    sums(j) = s
  end do
  if (.not. all([all(b == spread([(real(j), j=1, m)], 1, n)), all(sums == [(real(n*j), j=1, m)])])) stop 1
  !$omp target teams map(tofrom: b, first, zs, f)
  !$omp distribute private(x, any5, z)
  do j = 1, m
    x = huge(x); any5 = .false.; z = (0., 1.)
    !$omp parallel
    !$omp do reduction(min:x) reduction(.or.:any5) reduction(+:z)
    do i = 1, n
      if (b(i, j) > 3) x = min(x, i + j)
      any5 = any5 .or. b(i, j) == 5
      z = z + cmplx(1, i)
    end do
    !$omp end do
    !$omp do
    do i = 1, n
      b(i, j) = b(i, j) + 1
    end do
    !$omp end parallel
    first(j) = x
    f(j) = any5
    zs(j) = z
  end do
  !$omp end target teams
  if (.not. all([all(first(4:) == [(j + 1, j=4, m)]), count(f) == 1, f(5), all(zs == cmplx(n, 1 + n*(n+1)/2)), all(b == spread([(real(j+1), j=1, m)], 1, n))])) stop 2
  ! simd inside a combined loop
  !$omp target teams distribute parallel do map(tofrom: b)
  do j = 1, m
    !$omp simd
    do i = 1, n
      b(i, j) = b(i, j) - 1
    end do
  end do
  if (.not. all([all(b == spread([(real(j), j=1, m)], 1, n))])) stop 3
  ! collapse in gangs and lanes; while loops
  !$omp target teams distribute collapse(2) map(tofrom: b) private(k, s)
  do j = 1, m, 2
    do k = 0, 1
      s = j + k
      !$omp parallel do collapse(2)
      do x = 1, 4
        do i = x, n, 4
          b(i, j + k) = b(i, j + k) + s
        end do
      end do
    end do
  end do
  if (.not. all([all(b == spread([(2*real(j), j=1, m)], 1, n))])) stop 4
  call numbers()
  call defaults()
  print *, 'PASS'
contains
  ! Procedures that target regions call are the device's too, and those that they call.
  integer function twice(k)
    integer, intent(in) :: k
    twice = doubled(k)
  end function

  integer function doubled(k)
    integer, intent(in) :: k
    doubled = 2 * k
  end function

  ! Who asks for numbers of teams and threads, or has threads wait for each other.
  subroutine numbers()
    use omp_lib
  integer, parameter :: n = 1000
  integer :: i, teams(0:4095), th(0:4095), c(n), t(n), nt, k
  teams = 0; th = 0
  !$omp target teams num_teams(5) map(tofrom: teams)
  teams(omp_get_team_num()) = omp_get_num_teams()
  !$omp end target teams
  if (any(teams(0:5) /= [5, 5, 5, 5, 5, 0])) stop 11
  !$omp target parallel do map(tofrom: th) map(from: t)
  do i = 1, n
    th(omp_get_thread_num()) = th(omp_get_thread_num()) + 1
    t(i) = omp_get_num_threads()
  end do
  if (.not. all([sum(th) == n, maxval(t) == minval(t), count(th > 0) <= t(1)])) stop 12
  th = 0; teams = 0
  !$omp target teams distribute parallel do map(tofrom: th, teams) map(from: nt) num_teams(4)
  do i = 1, n
    !$omp atomic
    th(omp_get_thread_num()) = th(omp_get_thread_num()) + 1
    !$omp atomic
    teams(omp_get_team_num()) = teams(omp_get_team_num()) + 1
    if (i == 1) nt = omp_get_num_teams()
  end do
  if (.not. all([sum(th) == n, sum(teams) == n, count(teams > 0) <= nt])) stop 13
  k = 0
  !$omp target parallel do map(tofrom: k)
  do i = 1, n
    !$omp critical
    k = k + 1
    !$omp end critical
  end do
  if (.not. all([k == n])) stop 14
  k = 0
  !$omp target parallel do map(tofrom: k) map(tofrom: c) ordered
  do i = 1, n
    !$omp ordered
    k = k + 1
    c(i) = k
    !$omp end ordered
  end do
  if (.not. all([k == n, all(c == [(i, i=1, n)])])) stop 15
  end subroutine

  ! defaultmap by category.
  subroutine defaults()
    integer :: v(10), k, i
    character :: c
    integer, allocatable :: w(:)
    allocate (w(10)); v = 1; w = 1; k = 3
    !$omp target teams distribute parallel do defaultmap(to: aggregate) defaultmap(from: allocatable)
    do i = 1, 10
      v(i) = twice(i)
      w(i) = v(i) + k
    end do
    if (any(v /= 1) .or. any(w /= [(2 * i + 3, i=1, 10)])) stop 31
    !$omp target defaultmap(tofrom: scalar) defaultmap(firstprivate: aggregate)
    k = k + 1
    v = 7
    !$omp end target
    if (k /= 4 .or. any(v /= 1)) stop 32
    c = 'a'
    !$omp target
    c = 'b'
    !$omp end target
    if (c /= 'b') stop 33
  end subroutine
end program
