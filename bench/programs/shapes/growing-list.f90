! A list of polymorphic objects that grows; each is asked for its area and scaled.
module figures
  implicit none
  type, abstract :: figure
    real(8) :: x = 0, y = 0
  contains
    procedure(area_of), deferred :: area
    procedure(scale_by), deferred :: scale
  end type
  abstract interface
    pure real(8) function area_of(this)
      import figure
      class(figure), intent(in) :: this
    end function
    subroutine scale_by(this, f)
      import figure
      class(figure), intent(inout) :: this
      real(8), intent(in) :: f
    end subroutine
  end interface
  type, extends(figure) :: circle
    real(8) :: r
  contains
    procedure :: area => circle_area
    procedure :: scale => circle_scale
  end type
  type, extends(figure) :: box
    real(8) :: a, b
  contains
    procedure :: area => box_area
    procedure :: scale => box_scale
  end type
  type item
    class(figure), allocatable :: f
  end type
  type list
    type(item), allocatable :: items(:)
    integer :: n = 0
  contains
    procedure :: push
  end type
contains
  pure real(8) function circle_area(this)
    class(circle), intent(in) :: this
    circle_area = 3.14159d0*this%r**2
  end function
  subroutine circle_scale(this, f)
    class(circle), intent(inout) :: this
    real(8), intent(in) :: f
    this%r = this%r*f
  end subroutine
  pure real(8) function box_area(this)
    class(box), intent(in) :: this
    box_area = this%a*this%b
  end function
  subroutine box_scale(this, f)
    class(box), intent(inout) :: this
    real(8), intent(in) :: f
    this%a = this%a*f; this%b = this%b*f
  end subroutine
  subroutine push(this, f)
    class(list), intent(inout) :: this
    class(figure), intent(in) :: f
    type(item), allocatable :: more(:)
    integer :: i
    if (.not. allocated(this%items)) allocate (this%items(4))
    if (this%n == size(this%items)) then
      allocate (more(2*this%n))
      do i = 1, this%n
        call move_alloc(this%items(i)%f, more(i)%f)
      end do
      call move_alloc(more, this%items)
    end if
    this%n = this%n + 1
    allocate (this%items(this%n)%f, source=f)
  end subroutine
end module
subroutine shape(outcome)
  use figures
  implicit none
  real(8), intent(inout) :: outcome
  type(list) :: l
  integer :: i, k
  real(8) :: s
  do i = 1, 800
    if (mod(i, 3) == 0) then
      call l%push(circle(0d0, 0d0, 1d0/i))
    else
      call l%push(box(0d0, 0d0, 1d0/i, 2d0))
    end if
  end do
  s = 0
  do k = 1, 5
    do i = 1, l%n
      call l%items(i)%f%scale(1.01d0)
      s = s + l%items(i)%f%area()
    end do
  end do
  outcome = outcome + s
end subroutine
