! options: -acc
! Arrays of `reduction`: added to once or again and again, by chains and differences, several in one loop, and read besides.
program arrays_that_directives_sum
  implicit none
  integer, parameter :: n = 3000
  integer :: i, k, counts(100), few(0:3), low(100), key(n), both(100), nest(40, 5), wrong
  integer(8) :: long(100)
  real :: s(100), x(n), want(100), twice(100)
  real(8), allocatable :: d(:)
  complex :: z(100)

  wrong = 0
  key = [(mod(i*7919, 100) + 1, i=1, n)]
  x = [(0.25*mod(i, 16), i=1, n)]
  allocate (d(100))
  counts = 5; s = 1; long = 0; d = 2; low = 1000; few = 0; z = 0
  !$acc parallel loop private(k) reduction(+: counts, s, long) reduction(+: d) reduction(min: low)
  do i = 1, n
    k = key(i)
    counts(k) = counts(k) + 1
    if (mod(i, 3) == 0) s(k) = s(k) + x(i) - 0.5
    long(k) = long(k) - 12345678901_8*k
    d(k) = 2*x(i) + d(k)
    low(k) = min(low(k), i)
  end do
  if (any(counts /= 35)) wrong = 1
  want = 1
  do i = 3, n, 3
    want(key(i)) = want(key(i)) + x(i) - 0.5
  end do
  if (any(s /= want)) wrong = 2
  if (any(long /= [(-30*12345678901_8*k, k=1, 100)])) wrong = 3
  want = 2
  do i = 1, n
    want(key(i)) = want(key(i)) + 2*x(i)
  end do
  if (any(d /= want)) wrong = 4
  do k = 1, 100
    if (low(k) /= findloc(key, k, 1)) wrong = 5
  end do

  ! Again and again: copies are cheaper for a few elements.
  !$acc parallel loop reduction(+: few)
  do i = 1, n
    do k = 1, 9
      few(mod(k, 4)) = few(mod(k, 4)) + i
    end do
  end do
  if (any(few /= [2, 3, 2, 2]*(n*(n + 1)/2))) wrong = 6

  ! Loops that share their iterations.
  nest = 0
  !$acc parallel loop collapse(2) reduction(+: nest)
  do i = 1, 60
    do k = 1, 50
      nest(mod(i, 40) + 1, mod(k, 5) + 1) = nest(mod(i, 40) + 1, mod(k, 5) + 1) + k
    end do
  end do
  if (sum(nest) /= 60*1275 .or. nest(1, 1) /= 275 .or. nest(2, 1) /= 2*275) wrong = 7

  ! What is read besides, and as a whole.
  both = 1; twice = 0
  !$acc parallel loop private(k) reduction(max: both) reduction(+: twice)
  do i = 1, n
    k = key(i)
    both(k) = max(both(k), mod(i, 50))
    if (both(k) > 20) both(k) = max(both(k), 60)
    twice = twice + 0.5
  end do
  if (any(both < 1) .or. maxval(both) /= 60 .or. any(twice /= 0.5*n)) wrong = 8

  !$acc parallel loop private(k) reduction(+: z)
  do i = 1, n
    k = key(i)
    z(k) = z(k) + cmplx(1, -2)
  end do
  if (any(z /= (30, -60))) wrong = 9

  ! Places that the sum itself decides are those of each thread's copy.
  counts = 0
  !$acc parallel loop reduction(+: counts)
  do i = 1, 1
    counts(counts(1) + 2) = counts(counts(1) + 2) + 1
  end do
  if (counts(2) /= 1 .or. sum(counts) /= 1) wrong = 10
  ! On the host.
  !$acc parallel loop if(n < 3) private(k) reduction(+: counts)
  do i = 1, n
    k = key(i)
    counts(k) = counts(k) + 2
  end do
  if (sum(counts) /= 2*n + 1) wrong = 11

  if (wrong /= 0) then
    print *, 'wrong:', wrong
    error stop 1
  end if
  print *, 'PASS'
end program arrays_that_directives_sum
