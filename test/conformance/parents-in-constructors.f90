! Structure constructors that take the inherited part as a whole, by position or by the parent's name, and the place of own
! components beside a parent that ends in padding.
module shapes
  implicit none
  type base
    real, allocatable :: x(:)
    integer :: i = 7
  end type
  type, extends(base) :: named
    character(3) :: c = 'xyz'
  end type
  type, extends(named) :: counted
    integer :: k
  end type
contains
  function made() result(r)
    type(base) :: r
    r%x = [1., 2.]
    r%i = 3
  end function
end module

program parents_in_constructors
  use shapes
  implicit none
  type(base) :: u
  type(named) :: v, w(2)
  type(counted) :: z

  u = base([5., 6., 7.], 9)
  v = named(u, 'abc')
  if (any(v%x /= [5., 6., 7.]) .or. v%i /= 9 .or. v%c /= 'abc') stop 1
  v = named(base=made())
  if (any(v%x /= [1., 2.]) .or. v%i /= 3 .or. v%c /= 'xyz') stop 2
  v = named(c='q', base=base(i=2))
  if (allocated(v%x) .or. v%i /= 2 .or. v%c /= 'q') stop 3
  z = counted(v, 4)
  if (z%i /= 2 .or. z%c /= 'q' .or. z%k /= 4) stop 4
  z = counted(named(made(), 'zz'), 12)
  if (any(z%x /= [1., 2.]) .or. z%i /= 3 .or. z%c /= 'zz' .or. z%k /= 12) stop 5
  z = counted(k=1, base=u, c='uvw')
  if (any(z%x /= [5., 6., 7.]) .or. z%c /= 'uvw' .or. z%k /= 1) stop 6
  w = [named(u, 'one'), named(made(), 'two')]
  if (size(w(1)%x) /= 3 .or. size(w(2)%x) /= 2 .or. any(w%c /= ['one', 'two'])) stop 7
  w(1)%base = made()
  if (w(1)%c /= 'one' .or. w(1)%i /= 3) stop 8
  if (.not. allocated(array=u%x)) stop 9
  print *, 'PASS'
end program
