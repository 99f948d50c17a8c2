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
  print *, 'PASS'
end program
