! OpenMP's clauses on target constructs: who runs them, what belongs to them, what they hand on.
! options: -mp=gpu
program openmp_target_clauses
  use omp_lib
  implicit none
  integer, parameter :: n = 100
  integer :: i, j, x, y, z(3)
  integer :: v, w, c(n)
  real(8) :: r
  logical :: host

  if (omp_get_num_devices() < 1 .or. omp_get_initial_device() /= omp_get_num_devices()) stop 1
  !$omp target device(omp_get_initial_device()) map(from: host)
  host = omp_is_initial_device()
  !$omp end target
  if (.not. host) stop 2
  !$omp target device(0) map(from: host)
  host = omp_is_initial_device()
  !$omp end target
  if (host) stop 3

  ! Scalars are firstprivate, in a data region too, on either side.
  x = 5
  !$omp target data map(tofrom: x)
  !$omp target
  x = x + 1
  !$omp end target
  !$omp end target data
  !$omp target if(n < 5)
  x = x + 1
  !$omp end target
  if (x /= 5) stop 4
  !$omp target map(tofrom: x)
  x = x + 1
  !$omp end target
  if (x /= 6) stop 5

  ! What the last iteration hands on.
  !$omp target teams distribute parallel do lastprivate(x)
  do i = 1, n
    x = i
    if (i > 2) cycle
    x = -1
  end do
  if (x /= n) stop 6
  !$omp target map(tofrom: y, z)
  !$omp teams distribute parallel do lastprivate(y, z) collapse(2)
  do i = 1, n
    do j = 10, 1, -3
      y = 2 * i + j
      z = y
    end do
  end do
  !$omp end target
  if (y /= 2 * n + 1 .or. any(z /= y)) stop 7

  ! A sum is where its variable is.
  x = 10
  !$omp target data map(tofrom: x)
  x = -1
  !$omp target teams distribute parallel do reduction(+:x)
  do i = 1, n
    x = x + 1
  end do
  if (x /= -1) stop 8
  !$omp end target data
  if (x /= 110) stop 9

  ! Atomic updates that compare, and what they saw.
  x = 10
  !$omp target map(tofrom: x, v, w)
  !$omp atomic compare
  if (x == 10) then
    x = 20
  end if
  !$omp atomic compare capture
  v = x
  if (x == 20) x = 30
  !$omp end atomic
  !$omp atomic compare capture
  if (x == 3) then
    x = 31
  else
    w = x
  end if
  !$omp end atomic
  !$omp end target
  if (x /= 30 .or. v /= 20 .or. w /= 30) stop 10
  x = 0; r = -1
  !$omp target teams distribute parallel do map(tofrom: x, r)
  do i = 1, n
    !$omp atomic compare
    if (x < i) x = i
    !$omp atomic compare
    if (r < i * 1d0) r = i * 1d0
  end do
  if (x /= n .or. r /= n) stop 11
  x = 0
  !$omp target teams distribute parallel do map(tofrom: x) map(from: c)
  do i = 1, n
    !$omp atomic capture
    c(i) = x
    x = x + 1
    !$omp end atomic
  end do
  if (x /= n .or. sum(c) /= n * (n - 1) / 2) stop 12
  print *, 'PASS'
end program
