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
  use iso_c_binding
  implicit none
  integer, parameter :: n = 700, m = 20
  real, target :: a(n)
  real :: b(n), box(n, m)
  type(c_ptr) :: there
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
  ! Loops with statements between them; memory of the device by its address.
  !$omp target teams distribute parallel do collapse(2) default(none) shared(box) private(x)
  do j = 1, m
    x = j
    do i = 1, n
      box(i, j) = x * i
    end do
  end do
  if (any(box(n, :) /= [(real(n * j), j=1, m)])) stop 11
  there = omp_target_alloc(4_8 * n, omp_get_default_device())
  a = 5
  if (omp_target_memcpy(there, c_loc(a), 4_8 * n, 0_8, 0_8, 0, omp_get_initial_device()) /= 0) stop 12
  if (omp_target_associate_ptr(c_loc(a), there, 4_8 * n, 0_8, 0) /= 0) stop 13
  a = 0
  !$omp target teams distribute parallel do
  do i = 1, n
    a(i) = a(i) + i
  end do
  if (any(a /= 0) .or. omp_target_is_present(c_loc(a), 0) /= 1) stop 14
  !$omp target update from(a)
  if (any(a /= [(5. + i, i=1, n)])) stop 15
  if (omp_target_disassociate_ptr(c_loc(a), 0) /= 0) stop 16
  call omp_target_free(there, 0)
  print *, 'PASS'
end program
