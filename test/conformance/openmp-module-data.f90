! Data of modules that procedures of the device use.
! options: -mp=gpu
! sanitizer: race (one iteration writes an element that others read)
module dat
  implicit none
  integer, parameter :: n = 100
  real(8) :: coef = 3
  real(8), allocatable :: w(:)
  integer :: table(4) = [1, 2, 3, 4]
  !$omp declare target (coef, table)
  !$omp declare target to(w)
contains
  real(8) function scaled(i)
    integer, intent(in) :: i
    !$omp declare target
    scaled = coef * i + table(mod(i, 4) + 1) + w(i)
  end function
end module
program openmp_module_data
  use dat
  implicit none
  integer :: i
  real(8) :: a(n)
  allocate (w(n)); w = 10
  !$omp target update to(w)
  !$omp target teams distribute parallel do
  do i = 1, n
    a(i) = scaled(i)
  end do
  if (any(a /= [(3d0 * i + mod(i, 4) + 1 + 10, i=1, n)])) stop 1
  coef = 5
  !$omp target update to(coef)
  !$omp target teams distribute parallel do map(from: a)
  do i = 1, n
    a(i) = scaled(i) + coef
    if (i == 1) table(1) = 7
  end do
  !$omp target update from(table)
  if (any(a(2:3) /= [(5d0 * i + mod(i, 4) + 1 + 10 + 5, i=2, 3)]) .or. table(1) /= 7) stop 2
  print *, 'PASS'
end program
