program statements
  implicit none
  real :: x, v(3)
  real, allocatable :: a(:, :)
  real, pointer :: p(:)
  real, target :: t(3)
  integer :: i
  character(10) :: c
  !ERROR: not-allocatable
  allocate (v(3))
  !ERROR: allocate-rank
  allocate (a(3))
  !ERROR: unknown-specifier
  allocate (a(3, 3), status=i)
  !ERROR: not-a-pointer
  v => t
  !ERROR: rank-mismatch
  p => t(1)
  !ERROR: pointer-to-expression
  p => t + 1
  p => t
  select case (i)
  case (1)
  !ERROR: type-mismatch
  case ('a')
  end select
  !ERROR: selector-type
  select case (x)
  case default
  end select
  !ERROR: loop-variable
  do c = 1, 10
  end do
  !ERROR: loop-bound
  do i = 1, v
  end do
  !ERROR: zero-step
  do i = 1, 10, 0
  end do
  !ERROR: mask-type
  where (v) v = 0
  !ERROR: unknown-specifier
  write (*, *, iostatus=i) x
  !ERROR: no-format
  write (*, 20) x
  !ERROR: unit-type
  write (1.5, *) x
  !ERROR: not-definable
  read (*, *) 3
  !ERROR: data-count
  data i /1, 2/
  !ERROR: stop-code
  stop 1.5
end program
