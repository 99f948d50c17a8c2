program types
  implicit none
  integer :: i, v(3), m(2, 2)
  real :: x
  real(8) :: d
  logical :: flag
  character(5) :: word
  integer, parameter :: n = 10
  !ERROR: no-such-kind
  real(kind=3) :: odd
  !ERROR: not-constant
  real(kind=i) :: open
  !ERROR: type-mismatch
  i = 'text'
  !ERROR: type-mismatch
  word = 5
  !ERROR: type-mismatch
  flag = 1.5
  !ERROR: rank-mismatch
  x = v
  !ERROR: rank-mismatch
  v = m
  !ERROR: shape-mismatch
  v = [1, 2, 3, 4]
  !ERROR: shape-mismatch
  v = v + [1, 2]
  !ERROR: rank-mismatch
  m = m + v
  !ERROR: not-definable
  n = 11
  !WARNING: logical-equality
  if (flag == .true.) i = 1
  !ERROR: operator-types
  x = x + word
  !ERROR: operator-types
  flag = .not. x
  !WARNING: bitwise-operator
  i = .not. i
  !WARNING: integer-condition
  if (i) x = 1
  !ERROR: condition-type
  if (x) x = 1
  !ERROR: condition-type
  if (v > 1) x = 1
  !ERROR: subscript-count
  m(1) = 2
  !ERROR: out-of-bounds
  v(4) = 1
  !ERROR: out-of-bounds
  word(0:2) = 'ab'
  !ERROR: out-of-bounds
  print *, word(1:100)
  !ERROR: not-an-array
  x = x(1:2)
  !WARNING: not-an-integer
  v(1.5) = 1
  !ERROR: type-mismatch
  word(1:2) = 12
  !ERROR: zero-divide
  i = 1 / 0
  !WARNING: integer-overflow
  i = 2147483647 + 1
  !ERROR: type-mismatch
  v = [1, 'a', 2]
  d = x
end program
