! Named constants whose bounds do not begin at 1, and those whose shape is that of their value.
program implied_shape
  implicit none
  integer, parameter :: explicit(0:3) = [2, 4, 6, 8]
  integer, parameter :: implied(-2:*) = [10, 20, 30]
  integer, parameter :: plain(*) = [5, 6]
  integer, parameter :: matrix(0:*, 2:*) = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  integer, parameter :: again(2) = plain
  integer :: i
  if (lbound(explicit, 1) /= 0 .or. ubound(explicit, 1) /= 3 .or. size(explicit) /= 4) error stop 1
  if (lbound(implied, 1) /= -2 .or. ubound(implied, 1) /= 0) error stop 2
  if (lbound(plain, 1) /= 1 .or. ubound(again, 1) /= 2) error stop 3
  if (any(lbound(matrix) /= [0, 2]) .or. any(ubound(matrix) /= [1, 4])) error stop 4
  if (explicit(0) /= 2 .or. implied(-2) /= 10 .or. implied(0) /= 30 .or. matrix(1, 2) /= 2 .or. matrix(0, 4) /= 5) error stop 5
  i = 1
  if (explicit(i - 1) /= 2 .or. implied(i - 3) /= 10 .or. matrix(i, i + 3) /= 6) error stop 6
  if (any(implied(-1:0) /= [20, 30]) .or. any(explicit(2:) /= [6, 8])) error stop 7
  if (any(lbound(implied + 0) /= 1)) error stop 8
  print *, 'PASS'
end program
