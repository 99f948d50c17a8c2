! options: -mp=gpu
! use_device_addr of what is not on the device: constructs in the region map it themselves; of what is there they take it.
program absent
  implicit none
  real :: a(100), b(100)
  integer :: failures
  failures = 0
  a = 1; b = 5
  call add(a, b)
  if (any(b /= 7)) failures = failures + 1
  !$omp target data map(to: a) map(tofrom: b)
  call add(a, b)
  !$omp end target data
  if (any(b /= 9)) failures = failures + 2
  if (failures == 0) print *, 'PASS'
  if (failures > 0) print *, 'FAIL', failures
contains
  subroutine add(a, b)
    real, intent(in) :: a(100)
    real, intent(inout) :: b(100)
    integer :: i
    !$omp target data use_device_addr(a, b)
    !$omp target teams distribute parallel do
    do i = 1, size(b)
      b(i) = b(i) + 2*a(i)
    end do
    !$omp end target data
  end subroutine
end program
