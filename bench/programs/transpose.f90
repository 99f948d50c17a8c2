! The simple loop, on the same cores with OpenMP: seconds for one.
program main
  implicit none
  integer, parameter :: n = 4096
  real, allocatable :: a(:,:), b(:,:)
  integer(8) :: t0, t1, rate
  integer :: i, j, k

  allocate(a(n, n), b(n, n))
  a = 1.0
  b = 0.0
  call system_clock(t0, rate)
  do k = 1, 5
     !$omp parallel do private(i)
     do j = 1, n
        do i = 1, n
           b(i, j) = a(j, i)
        end do
     end do
  end do
  call system_clock(t1)
  if (sum(b) < 0) print *, 'never'
  print '(f12.6)', dble(t1 - t0)/dble(rate)/5
end program main
