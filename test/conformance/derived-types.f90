program derived_types
  implicit none
  type point
    real :: x = 1.0, y = 2.0
  end type point
  type shape
    integer :: id
    type(point) :: corner(2)
    character(4) :: name = 'none'
    real, allocatable :: weights(:)
  end type shape
  type(point) :: p, q
  type(shape) :: s, t
  type(shape), allocatable :: many(:)
  integer :: i
  call check(p%x == 1.0 .and. p%y == 2.0, 'default initialisation')
  q = point(3.0, 4.0)
  p = point(y=7.0)
  call check(p%x == 1.0 .and. p%y == 7.0, 'constructor with a keyword')
  s%id = 5
  s%corner(1) = q
  s%corner(2) = point(5.0, 6.0)
  call check(sum(s%corner%x) == 8.0, 'component of an array of types')
  allocate(s%weights(3))
  s%weights = [1.0, 2.0, 3.0]
  t = s
  t%weights(1) = 10.0
  t%corner(1)%y = -1.0
  call check(s%weights(1) == 1.0 .and. s%corner(1)%y == 4.0, 'assignment copies deeply')
  call check(sum(t%weights) == 15.0 .and. t%name == 'none', 'the copy')
  allocate(many(3))
  do i = 1, 3
    many(i)%id = i * i
    many(i)%corner%x = real(i)
  end do
  call check(all(many%id == [1, 4, 9]), 'array of types')
  call check(many(3)%corner(2)%x == 3.0 .and. many(3)%corner(2)%y == 2.0, 'defaults in allocated elements')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program derived_types
