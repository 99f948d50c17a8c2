program intrinsics
  implicit none
  integer :: i, k
  real :: x, a(3), m(2, 2)
  real(8) :: d
  complex :: z
  character(4) :: c
  logical :: l
  !ERROR: intrinsic-argument-type
  x = sqrt(4)
  !ERROR: intrinsic-argument-type
  x = sin(c)
  !ERROR: intrinsic-argument-count
  x = exp(x, d)
  !ERROR: intrinsic-argument-missing
  i = mod(7)
  !ERROR: intrinsic-keyword
  x = atan2(y=x, z=x)
  !ERROR: intrinsic-argument-twice
  x = atan2(x, y=x)
  !ERROR: intrinsic-types-differ
  x = max(1, 2.0)
  !ERROR: intrinsic-types-differ
  x = sign(x, 3)
  !ERROR: intrinsic-argument-rank
  x = dot_product(m, a)
  !ERROR: intrinsic-argument-rank
  x = sum(x)
  !ERROR: intrinsic-shapes
  a = max(a, m)
  !ERROR: intrinsic-constant
  x = real(i, kind=k)
  !ERROR: intrinsic-kind
  i = int(x, 3)
  !ERROR: intrinsic-variable
  call random_number(1.0)
  !ERROR: intrinsic-argument-type
  i = iand(x, 1)
  !ERROR: intrinsic-argument-type
  d = dabs(i)
  !ERROR: intrinsic-argument-type
  x = aimag(x)
  !ERROR: intrinsic-argument-type
  l = btest(l, 1)
  ! Kinds may differ: the larger one is taken.
  d = max(x, d)
  i = mod(i, 3_8)
  z = cmplx(x, d)
  m = reshape(a, [2, 2], pad=[0.0])
end program intrinsics
