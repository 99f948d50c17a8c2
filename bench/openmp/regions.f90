! What a parallel region of two threads costs, in microseconds: of so many one after another, the least, and what a tenth, three tenths, half of them take at most.
program ov
  use omp_lib
  implicit none
  integer, parameter :: n = 20000
  real(8) :: t(0:n), d(n), mn
  integer :: i, k, x(0:1), s
  t(0) = omp_get_wtime()
  s = 0
  do i = 1, n
    !$omp parallel num_threads(2)
    x(omp_get_thread_num()) = i
    !$omp end parallel
    s = s + x(0) - x(1)
    t(i) = omp_get_wtime()
  end do
  d = t(1:n) - t(0:n-1)
  print '(a,4f10.2,i4)', 'region us: min, 10%, 30%, 50%', 1e6*minval(d), 1e6*quant(0.1), 1e6*quant(0.3), 1e6*quant(0.5), s
contains
  real(8) function quant(q)
    real :: q
    real(8) :: lo, hi, mid
    integer :: it
    lo = minval(d); hi = maxval(d)
    do it = 1, 60
      mid = 0.5d0*(lo+hi)
      if (count(d <= mid) >= q*n) then; hi = mid; else; lo = mid; end if
    end do
    quant = hi
  end function
end program
