! options: -mp=gpu
! use_device_addr, use_device_ptr: names that stand for the device's places lend nothing, so that values come back where the data end.
module work
  implicit none
contains
  subroutine add(n, a, b)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i
    !$omp target data use_device_addr(a, b)
    !$omp target teams distribute parallel do
    do i = 1, n
      b(i) = b(i) + 2*a(i)
    end do
    !$omp end target data
  end subroutine
  subroutine double(n, b)
    integer, intent(in) :: n
    integer, intent(inout) :: b(n)
    integer :: i
    !$omp target data use_device_ptr(b)
    !$omp target teams distribute parallel do has_device_addr(b)
    do i = 1, n
      b(i) = 2*b(i)
    end do
    !$omp end target data
  end subroutine
end module
program addresses
  use work
  implicit none
  real(8) :: a(100), b(100)
  integer :: k, m(64), failures
  failures = 0
  a = 1
  b = 5
  !$omp target data map(to: a) map(tofrom: b)
  do k = 1, 3
    call add(100, a, b)
  end do
  !$omp end target data
  if (any(b /= 11)) failures = failures + 1
  m = [(k, k=1, 64)]
  !$omp target enter data map(to: m)
  call double(64, m)
  call double(64, m)
  if (any(m /= [(k, k=1, 64)])) failures = failures + 2
  !$omp target exit data map(from: m)
  if (any(m /= [(4*k, k=1, 64)])) failures = failures + 4
  ! Not on the device: the host's place.
  !$omp target data use_device_addr(b)
  b(1) = 7
  !$omp end target data
  if (b(1) /= 7) failures = failures + 8
  if (failures == 0) then
    print *, 'PASS'
  else
    print *, 'FAIL', failures
  end if
end program
