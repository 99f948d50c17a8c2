! OpenACC's declare: data of modules and procedures that is on the device as long as it exists.
! options: -acc
module state
  implicit none
  integer, parameter :: n = 128
  real :: table(n)
  real, allocatable :: field(:)
  integer :: factor
  !$acc declare create(table, field) copyin(factor)
contains
  subroutine advance(v)
    real, intent(inout) :: v(:)
    real :: work(n)
    integer :: i
    !$acc declare copy(v) create(work)
    if (size(v) == 0) return
    !$acc parallel loop
    do i = 1, size(v)
      work(i) = 2 * v(i)
    end do
    work = -1
    !$acc parallel loop
    do i = 1, size(v)
      v(i) = work(i) + 1
    end do
  end subroutine
end module

program openacc_declare
  use state
  implicit none
  integer :: i, round
  real :: v(n)
  factor = 3
  !$acc update device(factor)
  table = 5
  !$acc update device(table)
  table = 0
  do round = 1, 2
    allocate (field(round * n))
    field = round
    !$acc update device(field)
    field = 0
    !$acc parallel loop
    do i = 1, round * n
      field(i) = field(i) + factor * table(mod(i - 1, n) + 1)
    end do
    if (any(field /= 0)) stop 1
    !$acc update self(field)
    if (any(field /= round + 15)) stop 2
    deallocate (field)
  end do
  v = 4
  call advance(v)
  call advance(v)
  call advance(v(1:0))
  if (any(v /= 19)) stop 3
  !$acc data create(zero: v)
  !$acc update self(v)
  !$acc end data
  if (any(v /= 0)) stop 4
  print *, 'PASS'
end program
