! options: -acc
! host_data with if_present, no_create: what is there lends nothing, or stays until the region ends.
module work
  implicit none
contains
  subroutine add(n, a, b)
    integer, intent(in) :: n
    real, intent(in) :: a(n)
    real, intent(inout) :: b(n)
    integer :: i
    !$acc host_data use_device(a, b) if_present
    !$acc parallel loop
    do i = 1, n
      b(i) = b(i) + 2*a(i)
    end do
    !$acc end host_data
  end subroutine
end module
program addresses
  use work
  implicit none
  real :: a(100), b(100), c(50)
  integer :: k, i, failures
  failures = 0
  a = 1
  b = 5
  !$acc data copyin(a) copy(b)
  do k = 1, 3
    call add(100, a, b)
  end do
  !$acc end data
  if (any(b /= 11)) failures = failures + 1
  c = 3
  !$acc enter data copyin(c)
  !$acc data no_create(c)
  !$acc exit data copyout(c)
  !$acc parallel loop present(c)
  do i = 1, 50
    c(i) = c(i) + i
  end do
  !$acc update self(c)
  !$acc end data
  if (any(c /= [(3 + i, i=1, 50)])) failures = failures + 2
  ! What is not there is copied by the construct itself.
  b = 5
  call add(100, a, b)
  if (any(b /= 7)) failures = failures + 4
  if (failures == 0) then
    print *, 'PASS'
  else
    print *, 'FAIL', failures
  end if
end program
