program states
  implicit none
  real, allocatable :: a(:)
  real, pointer :: p(:)
  real, target :: t(3)
  procedure(real), pointer :: f => null()
  print *, allocated(a), associated(p), associated(p, t), associated(f)
  !ERROR: not-allocatable
  print *, allocated(t)
  !WARNING: allocated-pointer
  print *, allocated(p)
  !ERROR: not-a-pointer
  print *, associated(a)
  !ERROR: intrinsic-shapes
  print *, mod([1, 2, 3], [1, 2])
end program
