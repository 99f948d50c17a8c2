! The same seed gives the same numbers; small seeds and equal words give numbers that differ; what `get` gives leads on from where the sequence stands.
program random_seeds
  implicit none
  integer :: n
  integer, allocatable :: seed(:), now(:)
  real :: x(3), y(3), z(2)
  call random_seed(size=n)
  allocate (seed(n), now(n))
  seed = 42
  call random_seed(put=seed)
  call random_number(x)
  call random_seed(put=seed)
  call random_seed(get=now)
  if (any(now /= seed)) error stop 1
  call random_number(y(1))
  call random_seed(get=now)
  call random_number(y(2:))
  if (any(x /= y) .or. x(1) == x(2) .or. x(2) == x(3)) error stop 2
  call random_seed(put=now)
  call random_number(z)
  if (any(z /= x(2:))) error stop 3
  seed = 43
  call random_seed(put=seed)
  call random_number(y)
  if (any(x == y)) error stop 4
  print *, 'PASS'
end program
