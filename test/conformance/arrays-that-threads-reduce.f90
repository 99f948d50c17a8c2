! Arrays in reduce of do concurrent: sums, extremes, of two dimensions, beside scalars and local variables.
! options: -stdpar=multicore
program arrays_that_threads_reduce
  implicit none
  integer :: c(4), top(0:2), a(100), i, k, n
  real(8) :: s(2, 3), total
  logical :: good = .true.
  a = [(mod(i*7, 4) + 1, i=1, 100)]
  c = 10
  n = 1
  do concurrent (i = 1:100) local(k) reduce(+: c, n)
    k = a(i)
    c(k) = c(k) + 1
    n = n + k
  end do
  if (any(c /= 35) .or. n /= 251) good = .false.
  top = -5
  do concurrent (i = 1:100, mod(i, 2) == 0) reduce(max: top)
    top(mod(i, 3)) = max(top(mod(i, 3)), i)
  end do
  if (any(top /= [96, 100, 98])) good = .false.
  s = 0
  total = 2
  do concurrent (i = 1:30, k = 1:4) reduce(+: s) reduce(+: total)
    s(mod(k, 2) + 1, mod(i, 3) + 1) = s(mod(k, 2) + 1, mod(i, 3) + 1) + 0.5d0*i
    total = total + k
  end do
  if (any(s(1, :) /= [165d0, 145d0, 155d0]) .or. any(s(2, :) /= s(1, :)) .or. total /= 302) good = .false.
  if (good) print '(a)', 'PASS'
  if (.not. good) print *, c, n, top, s, total
end program
