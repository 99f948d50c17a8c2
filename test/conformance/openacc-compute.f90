! OpenACC's compute constructs: what loops, gangs, reductions and private data give, on the device.
! options: -acc
module work
  implicit none
contains
  real(8) function squared(x)
    !$acc routine seq
    real(8), intent(in) :: x
    squared = x * x
  end function

  subroutine fill(v, n, value)
    !$acc routine vector
    integer, intent(in) :: n
    real(8), intent(out) :: v(n)
    real(8), intent(in) :: value
    integer :: i
    !$acc loop vector
    do i = 1, n
      v(i) = value
    end do
  end subroutine

  subroutine scaled(a, factor)
    real(8), intent(inout) :: a(:, :)
    real(8), intent(in) :: factor
    integer :: i, j
    !$acc parallel loop collapse(2) present_or_copy(a)
    do j = 1, size(a, 2)
      do i = 1, size(a, 1)
        a(i, j) = factor * a(i, j)
      end do
    end do
  end subroutine
end module

program openacc_compute
  use work
  implicit none
  integer, parameter :: n = 1500, m = 37
  real(8) :: a(n), b(n), total, largest, rows(m), box(m, n), temporary(10), strided(3 * n)
  integer :: i, j, k, hits, bits, before, order(n), lists(4)
  logical :: all_good, any_found
  complex(8) :: z
  real(8), allocatable :: field(:, :), scratch(:)
  real(8), target :: line(n)
  real(8), pointer :: from(:), to(:)

  b = [(real(i, 8), i=1, n)]
  !$acc parallel loop copyin(b) copyout(a) vector_length(64)
  do i = 1, n
    a(i) = squared(b(i)) + 1
  end do
  if (any(a /= b**2 + 1)) stop 1

  ! Reductions of several kinds at once; the old value counts.
  total = 5; largest = -1; all_good = .true.; any_found = .false.; bits = 0; z = (1, 2)
  !$acc parallel loop reduction(+:total, z) reduction(max:largest) reduction(.and.:all_good) &
  !$acc& reduction(.or.:any_found) reduction(ior:bits)
  do i = 1, n
    total = total + b(i)
    largest = max(largest, b(n + 1 - i))
    all_good = all_good .and. b(i) > 0
    any_found = any_found .or. b(i) == 77
    bits = ior(bits, i)
    z = z + cmplx(1, -1, 8)
  end do
  if (total /= 5 + n * (n + 1) / 2 .or. largest /= n .or. .not. all_good .or. .not. any_found) stop 2
  if (bits /= 2047 .or. z /= cmplx(1 + n, 2 - n, 8)) stop 3

  ! A row for each gang: what is between the loops belongs to the gang.
  box = 1
  !$acc parallel loop gang copyin(box) copyout(rows) private(total)
  do j = 1, m
    total = j
    !$acc loop vector reduction(+:total)
    do i = 1, n
      total = total + box(j, i)
    end do
    rows(j) = total
  end do
  if (any(rows /= [(n + j, j=1, m)])) stop 4

  ! An array of each gang, loops in loops, statements before them.
  !$acc parallel num_gangs(7) private(temporary) copyout(rows)
  hits = 3
  !$acc loop gang
  do j = 1, m
    !$acc loop worker
    do k = 1, 10
      temporary(k) = j * k + hits
    end do
    rows(j) = sum(temporary)
  end do
  !$acc end parallel
  if (any(rows /= [(55 * j + 30, j=1, m)])) stop 5

  ! Each gang once.
  hits = 0
  !$acc parallel num_gangs(13) reduction(+:hits)
  hits = hits + 2
  !$acc end parallel
  if (hits < 2 .or. mod(hits, 2) /= 0 .or. hits > 26) stop 6

  ! kernels: loops that may run in any order, and others; scalars that outlive it.
  !$acc kernels copyout(a) copy(order)
  do i = 1, n
    a(i) = 2 * b(i)
  end do
  order(1) = 1
  do i = 2, n
    order(i) = order(i - 1) + mod(i, 3)
  end do
  before = order(n)
  do k = 1, 3
    do i = 1, n
      a(i) = a(i) + k
    end do
  end do
  !$acc end kernels
  if (any(a /= 2 * b + 6) .or. before /= order(n)) stop 7
  do i = 2, n
    if (order(i) /= order(i - 1) + mod(i, 3)) stop 8
  end do

  ! serial and atomic.
  lists = 0
  !$acc parallel loop copy(lists) copyout(order)
  do i = 1, n
    !$acc atomic capture
    order(i) = lists(1)
    lists(1) = lists(1) + 1
    !$acc end atomic
    !$acc atomic update
    lists(2) = max(lists(2), i)
    !$acc atomic
    lists(3) = lists(3) - 2
  end do
  !$acc serial copy(lists)
  lists(4) = lists(1) + lists(2)
  !$acc end serial
  if (any(lists /= [n, n, -2 * n, 2 * n])) stop 9
  if (sum(order) /= n * (n - 1) / 2) stop 10

  ! Whole arrays, sections with steps, allocatables, dummies, a false condition.
  allocate (field(0:m, 5), scratch(n))
  field = 1
  call scaled(field, 3d0)
  if (any(field /= 3)) stop 11
  call scaled(field(::2, 2:4), 2d0)
  if (sum(field) /= 3 * size(field) + 3 * 3 * 19) stop 12
  strided = 0
  !$acc parallel loop copy(strided(2:3*n-1:3))
  do i = 2, 3 * n - 1, 3
    strided(i) = i
  end do
  if (sum(strided) /= sum([(real(i, 8), i=2, 3 * n - 1, 3)])) stop 13
  !$acc parallel loop if(n < 0)
  do i = 1, n
    scratch(i) = -i
  end do
  if (scratch(n) /= -n) stop 14
  !$acc parallel loop copyout(box)
  do i = 1, n
    call fill(box(:, i), m, real(i, 8))
  end do
  if (any(box(3, :) /= b)) stop 15

  ! Queues: work in order in each, and after each other where asked.
  !$acc data copyin(b) create(scratch) copyout(a)
  !$acc parallel loop async(1)
  do i = 1, n
    scratch(i) = b(i) + 1
  end do
  !$acc parallel loop async(1)
  do i = 1, n
    scratch(i) = 2 * scratch(i)
  end do
  !$acc parallel loop wait(1) async(2)
  do i = 1, n
    a(i) = scratch(i)
  end do
  !$acc wait
  !$acc end data
  if (any(a /= 2 * b + 2)) stop 16
  ! Pointers may overlap: such a loop stays in order unless the program says otherwise.
  line = 1
  from => line(1:n - 1)
  to => line(2:n)
  !$acc kernels copy(line)
  do i = 1, n - 1
    to(i) = from(i) + 1
  end do
  !$acc end kernels
  if (any(line /= b)) stop 17
  print *, 'PASS'
end program
