! Loop variables given to procedures that change them, shapes of functions' results, operators that a module lacks, interfaces of procedures passed along.
module further
  implicit none
  type money
    integer :: cents
  end type money
  interface operator(+)
    module procedure added
  end interface
contains
  type(money) function added(a, b)
    type(money), intent(in) :: a, b
    added%cents = a%cents + b%cents
  end function added
  subroutine set(i)
    integer, intent(out) :: i
    i = 1
  end subroutine set
  subroutine show(i)
    integer, intent(in) :: i
    print *, i
  end subroutine show
  subroutine apply(action)
    interface
      subroutine action(i)
        integer, intent(in) :: i
      end subroutine action
    end interface
    call action(1)
  end subroutine apply
end module further

program further_rules
  use further, only: money, operator(+), set, show, apply
  !ERROR: not-in-module
  use further, only: operator(-)
  implicit none
  real :: a(3, 4), b(3), d(2, 3, 4)
  integer :: i
  do i = 1, 3
    call show(i)
    !ERROR: loop-variable-set
    call set(i)
  end do
  !ERROR: zero-step
  do i = 1, 3, 0.1
  end do
  a = 1
  b = sum(a, dim=2)
  !ERROR: shape-mismatch
  b = sum(a, dim=1)
  !ERROR: shape-mismatch
  a = transpose(a)
  d = spread(a, 1, 2)
  !ERROR: shape-mismatch
  d = spread(a, 1, 3)
  call apply(show)
  !WARNING: procedure-interface
  call apply(set)
end program further_rules

module holders
  implicit none
  abstract interface
    real function of_x(x)
      real, intent(in) :: x
    end function of_x
  end interface
  type holder
    procedure(of_x), pointer, nopass :: f => null()
  end type holder
contains
  real function half(x)
    real, intent(in) :: x
    half = 0.5 * x
  end function half
  integer function whole(i)
    integer, intent(in) :: i
    whole = i
  end function whole
  subroutine make(h)
    type(holder), intent(out) :: h(4)
    real :: number
    number = 1
    h(1) = holder(half)
    h(2) = holder(null())
    h(3) = holder(h(1)%f)
    !ERROR: procedure-interface
    h(4) = holder(whole)
    !ERROR: type-mismatch
    h(4) = holder(number)
  end subroutine make
end module holders
