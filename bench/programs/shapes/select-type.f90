! Figures of several types in a list.
module figures
  implicit none
  type, abstract :: figure
    class(figure), pointer :: next => null()
  end type
  type, extends(figure) :: circle
    real(8) :: r
  end type
  type, extends(figure) :: box
    real(8) :: a, b
  end type
contains
  real(8) function area(f)
    class(figure), intent(in) :: f
    select type (f)
    type is (circle)
      area = 3.14159d0*f%r**2
    type is (box)
      area = f%a*f%b
    class default
      area = 0
    end select
  end function
end module
subroutine shape(outcome)
  use figures
  implicit none
  real(8), intent(inout) :: outcome
  class(figure), pointer :: first, f
  type(circle), pointer :: c
  type(box), pointer :: b
  real(8) :: total
  integer :: i
  first => null()
  do i = 1, 2000
    if (mod(i, 3) == 0) then
      allocate (c)
      c%r = i
      c%next => first
      first => c
    else
      allocate (b)
      b%a = i
      b%b = 2
      b%next => first
      first => b
    end if
  end do
  total = 0
  do i = 1, 10
    f => first
    do while (associated(f))
      total = total + area(f)
      f => f%next
    end do
  end do
  do while (associated(first))
    f => first%next
    deallocate (first)
    first => f
  end do
  outcome = outcome + total
end subroutine
