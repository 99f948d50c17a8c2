! options: -Ktrap=fp
! exit: 136
! The program stops at the first division by zero.
program t
  real :: x, y
  x = 0
  y = 1
  print *, 'a'
  print *, y / x
  print *, sqrt(-y)
end
