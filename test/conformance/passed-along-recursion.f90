! Internal procedures of a recursive host that are passed along: each sees the variables of the call that it belongs to.
module quadrature
  implicit none
  abstract interface
    real(8) function of_x(x)
      real(8), intent(in) :: x
    end function of_x
    integer function plain()
    end function plain
  end interface
  procedure(plain), pointer :: outermost
contains
  recursive real(8) function midpoint(f, n) result(total)
    procedure(of_x) :: f
    integer, intent(in) :: n
    integer :: i
    total = 0
    do i = 1, n
      total = total + f((i - 0.5d0) / n) / n
    end do
  end function midpoint

  ! The integral of the product of all coordinates over the cube of d dimensions: one recursion for each.
  recursive real(8) function cube(d, factor) result(total)
    integer, intent(in) :: d
    real(8), intent(in) :: factor
    total = factor
    if (d > 0) total = midpoint(slice, 3)
  contains
    real(8) function slice(x)
      real(8), intent(in) :: x
      slice = cube(d - 1, factor * x)
    end function slice
  end function cube

  recursive subroutine deeper(level, mine, before, wrong)
    integer, intent(in) :: level
    procedure(plain), optional :: mine, before
    integer, intent(inout) :: wrong
    if (present(mine)) then
      if (mine() /= level - 1) wrong = wrong + 1
    end if
    if (present(before)) then
      if (before() /= level - 2) wrong = wrong + 1
    end if
    if (level == 1) outermost => here
    if (outermost() /= 1) wrong = wrong + 1
    if (level == 12) return
    call deeper(level + 1, here, mine, wrong)
    if (here() /= level) wrong = wrong + 1
  contains
    integer function here()
      here = level
    end function here
  end subroutine deeper
end module quadrature

program passed_along_recursion
  use quadrature
  implicit none
  integer :: wrong = 0, i
  do i = 1, 40
    call deeper(1, wrong=wrong)
  end do
  if (abs(cube(3, 2d0) - 0.25d0) > 1d-12) wrong = wrong + 1
  if (abs(cube(1, 1d0) - 0.5d0) > 1d-12) wrong = wrong + 1
  if (wrong == 0) print '(a)', 'PASS'
end program passed_along_recursion
