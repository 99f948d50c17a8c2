! Functions of arrays in constant expressions: shifts along a dimension, extremes of nothing, components that are arrays.
program constant_arrays
  implicit none
  integer, parameter :: c(3, 3) = reshape([1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 3])
  integer, parameter :: ends(3, 3) = eoshift(c, 1, dim=2), each(3, 3) = eoshift(c, [1, -1, 0], boundary=33)
  integer, parameter :: around(3, 3) = cshift(c, [1, 2, -1], 2)
  integer, parameter :: least(3) = minval(c, 1, c > 5), none = maxval(c, c > 10)
  real, parameter :: empty = maxval([1., 2.], [.false., .false.])
  type one
    integer :: h
  end type
  type two
    type(one) :: x(2)
  end type
  type(two), parameter :: z = two([one(3), one(4)])
  integer, parameter :: k = z%x(2)%h
  integer :: v(3, 3)

  v = c
  if (any(ends /= eoshift(v, 1, dim=2))) stop 1
  if (any(each /= eoshift(v, [1, -1, 0], boundary=33))) stop 2
  if (any(around /= cshift(v, [1, 2, -1], 2))) stop 3
  if (any(least /= minval(v, 1, v > 5)) .or. none /= maxval(v, v > 10)) stop 4
  if (empty /= maxval(real(v), v > 10)) stop 5
  if (k /= 4 .or. z%x(1)%h /= 3) stop 6
  print *, 'PASS'
end program
