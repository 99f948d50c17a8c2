! options: -acc
! An element in a clause of data stands for all up to it, as with nvfortran.
program el
  implicit none
  integer, parameter :: n = 5, m = 4
  integer :: i, j
  real :: a(n, m), b(n)
  a = 1; b = 2
  !$acc data copy(a(n-1, m), b(n))
  !$acc parallel loop collapse(2) present(a(n-1,m), b)
  do j = 1, m
    do i = 1, n - 1
      a(i, j) = a(i, j) + b(i)*j
    end do
  end do
  !$acc end data
  print '(5f6.1)', a
end program
