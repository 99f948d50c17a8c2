! What scripts/code.mjs runs for the code that programs without kernels need.
program small
  implicit none
  integer :: i
  real, allocatable :: x(:)
  allocate(x(10))
  do i = 1, 10
    x(i) = i
  end do
  print *, 'sum', sum(x)
end program small
