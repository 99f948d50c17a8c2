! OpenACC's data: host and device hold values of their own, counted regions, sections, objects with components.
! options: -acc
module shapes
  implicit none
  type cell
    integer :: n = 0
    real, allocatable :: x(:)
    real, pointer :: y(:) => null()
  end type
contains
  subroutine double_it(v, n)
    integer, intent(in) :: n
    real, intent(inout) :: v(n)
    integer :: i
    !$acc parallel loop present(v)
    do i = 1, n
      v(i) = 2 * v(i)
    end do
  end subroutine
end module

program openacc_data
  use shapes
  implicit none
  integer, parameter :: n = 200
  real :: a(n), b(n), grid(n, 30)
  integer :: i, j, s
  type(cell) :: c
  real, target :: there(n)
  real :: first, second
  common /pair/ first, second

  ! What the host changes in a region is the host's.
  a = 1; b = 0
  !$acc data copyin(a) copyout(b)
  a = 100
  !$acc parallel loop
  do i = 1, n
    b(i) = a(i)
  end do
  if (any(b /= 0)) stop 1
  !$acc update device(a(11:20)) self(b(1:10))
  if (any(b(:10) /= 1) .or. any(b(11:) /= 0)) stop 2
  !$acc parallel loop
  do i = 1, n
    b(i) = a(i)
  end do
  call double_it(b, n)
  !$acc end data
  if (any(b(11:20) /= 200) .or. any(b(:10) /= 2) .or. any(b(21:) /= 2)) stop 3

  ! Counts: the last one that needs it brings it back.
  a = 1
  !$acc enter data copyin(a)
  !$acc data copy(a)
  call double_it(a, n)
  !$acc end data
  if (any(a /= 1)) stop 4
  !$acc enter data copyin(a)
  !$acc exit data copyout(a)
  if (any(a /= 1)) stop 5
  !$acc exit data copyout(a)
  if (any(a /= 2)) stop 6

  ! Rectangles.
  grid = 1
  !$acc enter data create(grid)
  !$acc parallel loop collapse(2)
  do j = 1, 30
    do i = 1, n
      grid(i, j) = i * j
    end do
  end do
  !$acc update self(grid(3:5, 2:30:4))
  s = 0
  do j = 1, 30
    do i = 1, n
      if (grid(i, j) /= 1) s = s + 1
      if (grid(i, j) /= 1 .and. grid(i, j) /= i * j) stop 7
    end do
  end do
  if (s /= 3 * 8) stop 8
  !$acc exit data delete(grid)

  ! Objects with what they hold.
  c%n = n
  allocate (c%x(n))
  c%x = 3
  there = 4
  c%y => there
  !$acc enter data copyin(c)
  !$acc enter data copyin(c%x, c%y)
  !$acc parallel loop present(c)
  do i = 1, c%n
    c%x(i) = c%x(i) + c%y(i)
  end do
  !$acc exit data copyout(c%x) delete(c%y)
  !$acc exit data copyout(c)
  if (any(c%x /= 7) .or. c%n /= n .or. any(c%y /= 4)) stop 9

  ! Scalars in clauses, common blocks, conditions.
  first = 1; second = 2
  !$acc data copy(/pair/) if(n > 0)
  !$acc serial
  first = first + second
  !$acc end serial
  if (first /= 1) stop 10
  !$acc end data
  if (first /= 3) stop 11
  print *, 'PASS'
end program
