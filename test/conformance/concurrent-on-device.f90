! -stdpar: loops `do concurrent` run on the device, with localities, masks and reductions.
! options: -stdpar=gpu
module helpers
  implicit none
  integer, parameter :: weights(3) = [1, 2, 3]
contains
  pure real function weighted(x, k)
    real, intent(in) :: x
    integer, intent(in) :: k
    weighted = weights(k) * x
  end function
  elemental subroutine twice(x)
    real, intent(inout) :: x
    x = 2 * x
  end subroutine
end module

program concurrent_on_device
  use helpers
  implicit none
  integer, parameter :: n = 400, m = 30
  real :: a(n, m), row(3), total, largest, start
  real, allocatable :: b(:)
  integer :: i, j, hits
  type point
    real :: x, y
  end type
  type(point) :: points(n)

  do concurrent (j = 1:m, i = 1:n)
    a(i, j) = i + 1000 * j
  end do
  if (a(3, 5) /= 5003 .or. sum(a) == 0) stop 1

  ! Two dimensions with steps, a mask, nested loops, local arrays.
  do concurrent (i = 1:n:2, j = 2:m, mod(i + j, 3) == 0) local(row)
    row = [1., 2., 3.]
    row(2) = row(2) * i
    a(i, j) = sum(row)
  end do
  do j = 1, m
    do i = 1, n
      if (mod(i, 2) == 1 .and. j > 1 .and. mod(i + j, 3) == 0) then
        if (a(i, j) /= 4 + 2 * i) stop 2
      else if (a(i, j) /= i + 1000 * j) then
        stop 3
      end if
    end do
  end do

  allocate (b(0:n))
  b = 1
  start = 10
  do concurrent (i = 0:n) local_init(start) shared(b)
    start = start + i
    if (i == 7) cycle
    b(i) = weighted(start, 2)
    call twice(b(i))
  end do
  if (b(7) /= 1 .or. b(0) /= 40 .or. b(n) /= 4 * (10 + n) .or. start /= 10) stop 4

  total = 1; largest = -5; hits = 0
  do concurrent (i = 1:n) reduce(+:total, hits) reduce(max:largest)
    total = total + 1
    hits = hits + merge(1, 0, mod(i, 4) == 0)
    largest = max(largest, b(i))
  end do
  if (total /= n + 1 .or. hits /= n / 4 .or. largest /= 4 * (10 + n)) stop 5

  do concurrent (i = 1:n)
    points(i)%x = i
    points(i)%y = 2 * points(i)%x
  end do
  if (any(points%y /= [(2. * i, i=1, n)])) stop 6
  print *, 'PASS'
end program
