! Iterations of do concurrent may all use one place, each for values of its own.
program values_of_concurrent_loops
  implicit none
  integer, parameter :: n = 1000
  integer :: j, m, k(n), l(n)
  real :: a(n), b(n), t(4), w(0:3)
  logical :: good = .true.
  do j = 1, n
    a(j) = j
    k(j) = 1
    l(j) = 1
  end do
  do concurrent (j = 1:n)
    t(1) = a(j)
    t(2) = 2*t(1)
    b(j) = t(1) + t(2)
  end do
  call check(all(b == 3*a))
  do concurrent (j = 1:n)
    do m = 0, 3
      w(m) = a(j) + m
    end do
    b(j) = sum(w)
  end do
  call check(all(b == 4*a + 6))
  call by_arrays(n, a, b, t, k, l)
  call check(all(b == a))
  print '(a)', merge('PASS', 'FAIL', good)
contains
  subroutine by_arrays(n, a, b, t, k, l)
    integer, intent(in) :: n, k(n), l(n)
    real, intent(in) :: a(n)
    real, intent(out) :: b(n)
    real, intent(inout) :: t(*)
    do concurrent (j = 1:n)
      t(k(j)) = a(j)
      b(j) = t(l(j))
    end do
  end subroutine

  subroutine check(holds)
    logical, intent(in) :: holds
    if (.not. holds) good = .false.
  end subroutine
end program
