! options: -mp=gpu
! Variables of a construct's own in the bounds of its loops.
program own_bounds
  implicit none
  integer, parameter :: m = 12
  integer :: a(m, m), b(m), i, j, n, k, st
  n = m; k = 3; st = 2
  a = 0
  !$omp target teams distribute parallel do collapse(2) firstprivate(n, k, st)
  do j = k, n, st
    do i = 1, n - 1
      k = i
      a(i, j) = k + n*j
    end do
  end do
  call check(sum(a) == sum([((i + m*j, i=1, m - 1), j=3, m, 2)]), 'collapse')
  b = 0
  !$omp target teams firstprivate(n)
  !$omp distribute
  do j = 1, n
    b(j) = j*n
  end do
  !$omp end target teams
  call check(all(b == [(j*m, j=1, m)]), 'distribute')
  b = 0
  k = 4
  !$omp parallel do firstprivate(n, k)
  do j = k, n
    k = 5
    b(j) = j + k + n
  end do
  call check(all(b == [0, 0, 0, (j + 5 + m, j=4, m)]) .and. k == 4, 'parallel do')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, 'wrong: ', what
    error stop 1
  end subroutine
end program
