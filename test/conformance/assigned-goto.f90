! assign and the assigned go to; mvbits of arrays.
program assigned_goto
  implicit none
  integer :: next, passes = 0, m(4), a(2, 2) = reshape([1, 2, 3, 4], [2, 2])
  logical :: good = .true.
  assign 10 to next
  go to next
  good = .false.
10 passes = passes + 1
  assign 30 to next
  go to next (20, 30)
20 good = .false.
30 passes = passes + 10
  assign 40 to next
  if (passes < 30) assign 30 to next
  go to next
  good = .false.
40 if (passes /= 31) good = .false.
  m = 0
  call mvbits([7, 6, 5, 4], 0, 2, m, 1)
  if (any(m /= [6, 4, 2, 0])) good = .false.
  call mvbits(a(1, :), 0, 2, m(1:2), 1)
  if (any(m /= [2, 6, 2, 0])) good = .false.
  m = -1
  call mvbits(5, 0, 32, m(::2), 0)
  if (any(m /= [5, -1, 5, -1])) good = .false.
  call mvbits(m(1:3), 1, [1, 2, 3], m(2:4), [0, 1, 2])
  if (any(m /= [5, -2, 7, -21])) good = .false.
  if (good) print '(a)', 'PASS'
end program assigned_goto
