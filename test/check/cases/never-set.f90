module never
  implicit none
  type blank
    integer :: i
  end type blank
contains
  subroutine one(a, b, c, d)
    !WARNING: never-set
    integer, intent(out) :: a
    integer, intent(out) :: b
    integer, intent(in) :: c
    type(blank), intent(out), optional :: d
    b = c
  end subroutine one
  subroutine two(a, b)
    integer, intent(out) :: a(:), b
    call inner
    read (*, *) b
  contains
    subroutine inner
      a = 1
    end subroutine inner
  end subroutine two
end module never
