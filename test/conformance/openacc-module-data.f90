! Data of modules that procedures of the device use.
! options: -acc
module data
  implicit none
  integer, parameter :: n = 100
  real(8) :: coef = 3, table(4) = [1, 2, 3, 4]
  real(8), allocatable :: w(:)
  integer :: calls
  !$acc declare copyin(coef, table) create(w, calls)
contains
  real(8) function scaled(x, i)
    !$acc routine seq
    real(8), intent(in) :: x
    integer, intent(in) :: i
    scaled = coef * x + table(mod(i, 4) + 1) + w(i)
    !$acc atomic
    calls = calls + 1
  end function
end module
program openacc_module_data
  use data
  implicit none
  integer :: i
  real(8) :: a(n)
  allocate (w(n))
  w = 10
  calls = 0
  !$acc update device(w, calls)
  !$acc parallel loop copyout(a)
  do i = 1, n
    a(i) = scaled(real(i, 8), i)
  end do
  !$acc update self(calls)
  if (any(a /= [(3d0 * i + mod(i, 4) + 1 + 10, i=1, n)]) .or. calls /= n) stop 1
  coef = 5
  !$acc update device(coef)
  !$acc parallel loop copyout(a)
  do i = 1, n
    a(i) = scaled(real(i, 8), i) + coef
  end do
  if (any(a /= [(5d0 * i + mod(i, 4) + 1 + 10 + 5, i=1, n)])) stop 2
  deallocate (w)
  allocate (w(2 * n)); w = 1
  !$acc update device(w)
  !$acc parallel loop copyout(a)
  do i = 1, n
    a(i) = scaled(0d0, i)
  end do
  if (any(a /= [(mod(i, 4) + 2, i=1, n)])) stop 3
  print *, 'PASS'
end program
