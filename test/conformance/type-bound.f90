module shapes
  implicit none
  type, abstract :: shape
    character(8) :: name = 'shape'
  contains
    procedure(area_of), deferred :: area
    procedure :: describe
  end type shape
  abstract interface
    real function area_of(this)
      import shape
      class(shape), intent(in) :: this
    end function area_of
  end interface
  type, extends(shape) :: square
    real :: side
  contains
    procedure :: area => square_area
  end type square
  type, extends(shape) :: circle
    real :: radius
  contains
    procedure :: area => circle_area
    procedure :: scale
    generic :: operator(*) => scale
  end type circle
contains
  real function square_area(this)
    class(square), intent(in) :: this
    square_area = this%side**2
  end function square_area
  real function circle_area(this)
    class(circle), intent(in) :: this
    circle_area = 3.0 * this%radius**2
  end function circle_area
  type(circle) function scale(this, by)
    class(circle), intent(in) :: this
    real, intent(in) :: by
    scale = circle('scaled', this%radius * by)
  end function scale
  integer function describe(this)
    class(shape), intent(in) :: this
    describe = nint(this%area())
  end function describe
end module shapes

program type_bound
  use shapes
  implicit none
  class(shape), allocatable :: s
  type(circle) :: c
  integer :: kinds
  allocate(s, source=square('quad', 3.0))
  call check(s%area() == 9.0 .and. s%describe() == 9 .and. s%name == 'quad', 'dispatch')
  deallocate(s)
  c = circle('round', 2.0)
  allocate(s, source=c)
  call check(s%describe() == 12, 'another type')
  kinds = 0
  select type (s)
  type is (square)
    kinds = 1
  type is (circle)
    kinds = 2
    s%radius = 1.0
  class default
    kinds = 3
  end select
  call check(kinds == 2 .and. s%area() == 3.0, 'select type')
  c = c * 3.0
  call check(c%radius == 6.0 .and. c%name == 'scaled', 'bound operator')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program type_bound
