! Directives before `implicit none` are comments to others.
! options: -acc -mp=gpu
subroutine shift(x, n)
  !$acc routine vector
  implicit none
  integer :: x(n), i, n
  !$acc loop vector
  do i = 1, n
    x(i) = x(i) + 1
  end do
end subroutine

program directives_before_implicit
  !$omp requires unified_shared_memory
  implicit none
  !$acc routine(shift) vector
  integer :: a(8, 4), j
  a = 0
  !$acc parallel loop gang copy(a)
  do j = 1, 4
    call shift(a(:, j), 8)
  end do
  if (any(a /= 1)) error stop 1
  print '(a)', 'PASS'
end program
