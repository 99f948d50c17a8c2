program do_loops
  implicit none
  integer :: i, j, n, k
  real :: x
  n = 0
  do i = 1, 10
    n = n + i
  end do
  call check(n == 55 .and. i == 11, 'count upwards, index after the loop')
  n = 0
  do i = 10, 1, -3
    n = n + i
  end do
  call check(n == 22 .and. i == -2, 'downwards')
  do i = 5, 4
    n = -1
  end do
  call check(n == 22 .and. i == 5, 'no turn')
  k = 3
  n = 0
  do i = 1, k
    k = 100
    n = n + 1
  end do
  call check(n == 3, 'trips are counted beforehand')
  n = 0
  outer: do i = 1, 10
    do j = 1, 10
      if (j == 5) cycle outer
      if (i == 4) exit outer
      n = n + 1
    end do
  end do outer
  call check(n == 12 .and. i == 4, 'named cycle and exit')
  n = 1
  do while (n < 100)
    n = n * 2
  end do
  call check(n == 128, 'do while')
  n = 0
  do
    n = n + 1
    if (mod(n, 7) /= 0) cycle
    if (n > 20) exit
  end do
  call check(n == 21, 'endless do')
  n = 0
  do 10 i = 1, 3
    do 10 j = 1, 2
      n = n + 1
10 continue
  call check(n == 6, 'shared label')
  x = 0
  do i = 1, 1000
    x = x + 0.5
  end do
  call check(x == 500.0, 'sum')
  n = 0
  do j = 1, 3
    do i = j, 3
      n = n * 10 + i
    end do
  end do
  call check(n == 123233, 'nested with a dependent bound')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program do_loops
