! Expressions as trees of polymorphic nodes, evaluated many times and freed.
module nodes
  implicit none
  type, abstract :: node
  contains
    procedure(value_of), deferred :: value
  end type
  abstract interface
    recursive real(8) function value_of(this, x)
      import node
      class(node), intent(in) :: this
      real(8), intent(in) :: x
    end function
  end interface
  type, extends(node) :: number
    real(8) :: n
  contains
    procedure :: value => number_value
  end type
  type, extends(node) :: variable
  contains
    procedure :: value => variable_value
  end type
  type, extends(node) :: binary
    character(1) :: op
    class(node), allocatable :: a, b
  contains
    procedure :: value => binary_value
  end type
contains
  recursive real(8) function number_value(this, x)
    class(number), intent(in) :: this
    real(8), intent(in) :: x
    number_value = this%n
  end function
  recursive real(8) function variable_value(this, x)
    class(variable), intent(in) :: this
    real(8), intent(in) :: x
    variable_value = x
  end function
  recursive real(8) function binary_value(this, x) result(v)
    class(binary), intent(in) :: this
    real(8), intent(in) :: x
    select case (this%op)
    case ('+')
      v = this%a%value(x) + this%b%value(x)
    case ('*')
      v = this%a%value(x)*this%b%value(x)
    case default
      v = this%a%value(x) - this%b%value(x)
    end select
  end function
  recursive subroutine build(n, depth, k)
    class(node), allocatable, intent(out) :: n
    integer, intent(in) :: depth, k
    type(binary), allocatable :: t
    if (depth == 0) then
      if (mod(k, 2) == 0) then
        allocate (variable :: n)
      else
        allocate (n, source=number(0.1d0*mod(k, 7)))
      end if
      return
    end if
    allocate (t)
    t%op = '+-*'(mod(k, 3) + 1:mod(k, 3) + 1)
    call build(t%a, depth - 1, 2*k + 1)
    call build(t%b, depth - 1, 3*k + 2)
    call move_alloc(t, n)
  end subroutine
end module
subroutine shape(outcome)
  use nodes
  implicit none
  real(8), intent(inout) :: outcome
  class(node), allocatable :: root
  integer :: i
  call build(root, 7, 1)
  do i = 1, 30
    outcome = outcome + root%value(0.01d0*i)
  end do
end subroutine
