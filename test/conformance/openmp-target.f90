! -mp=gpu: OpenMP's target constructs run on the device.
! options: -mp=gpu
module parts
  implicit none
contains
  real function half(x)
    !$omp declare target
    real, intent(in) :: x
    half = x / 2
  end function
end module

program openmp_target
  use parts
  use omp_lib
  implicit none
  integer, parameter :: n = 700, m = 20
  real :: a(n), b(n), box(n, m)
  integer :: i, j, total, largest, counts(3), x
  logical :: on_host
  type pair
    integer :: first, second
    real, allocatable :: list(:)
  end type
  type(pair) :: p

  b = [(real(i), i=1, n)]
  a = 0
  !$omp target teams distribute parallel do map(to: b) map(from: a)
  do i = 1, n
    a(i) = half(b(i))
  end do
  if (any(a /= b / 2)) stop 1

  on_host = .true.
  !$omp target map(from: on_host)
  on_host = omp_is_initial_device()
  !$omp end target
  if (on_host) stop 2

  total = 3; largest = 0
  !$omp target teams distribute reduction(+:total) reduction(max:largest) defaultmap(tofrom: scalar)
  do i = 1, n
    total = total + i
    largest = max(largest, i)
  end do
  if (total /= 3 + n * (n + 1) / 2 .or. largest /= n) stop 3

  !$omp target data map(alloc: box) map(tofrom: a)
  !$omp target teams
  !$omp distribute
  do j = 1, m
    !$omp parallel do
    do i = 1, n
      box(i, j) = i + 1000 * j
    end do
  end do
  !$omp end target teams
  a = -1
  !$omp target update to(a(1:10))
  !$omp target teams loop collapse(1) private(x)
  do i = 1, n
    x = 2
    a(i) = a(i) * x
  end do
  !$omp target update from(box(:, 3))
  !$omp end target data
  if (any(box(:, 3) /= [(3000. + i, i=1, n)])) stop 4
  if (any(a(1:10) /= -2) .or. any(a(11:) /= b(11:))) stop 5

  ! A scalar is a copy of the thread's own, unless it is mapped.
  x = 5
  counts = 0
  !$omp target map(counts)
  x = x + 1
  counts(1) = x
  do i = 1, 10
    counts(2) = counts(2) + i
  end do
  !$omp end target
  if (x /= 5 .or. counts(1) /= 6 .or. counts(2) /= 55) stop 6
  !$omp target parallel do map(tofrom: x)
  do i = 1, n
    !$omp atomic
    x = x + 1
  end do
  if (x /= 5 + n) stop 7

  p%first = 1; p%second = 2
  allocate (p%list(n))
  p%list = 4
  !$omp target enter data map(to: p)
  !$omp target enter data map(to: p%list)
  !$omp target teams distribute parallel do simd
  do i = 1, n
    p%list(i) = p%list(i) + p%second
  end do
  !$omp target exit data map(from: p%list)
  !$omp target exit data map(from: p)
  if (any(p%list /= 6) .or. p%first /= 1) stop 8

  a = 1
  !$omp target enter data map(to: a)
  !$omp target enter data map(to: a)
  a = 9
  !$omp target exit data map(from: a)
  if (any(a /= 9)) stop 9
  !$omp target exit data map(delete: a)
  !$omp target if(n < 0)
  a = 3
  !$omp end target
  if (any(a /= 3)) stop 10
  print *, 'PASS'
end program
