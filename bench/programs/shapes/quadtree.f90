! A quadtree of points with pointers, built and searched recursively.
module quadtrees
  implicit none
  type node
    real(8) :: x, y, h
    integer :: n = 0
    real(8) :: px(4), py(4)
    type(node), pointer :: child(:) => null()
  end type
contains
  recursive subroutine insert(t, x, y)
    type(node), intent(inout) :: t
    real(8), intent(in) :: x, y
    integer :: i, k
    if (.not. associated(t%child)) then
      if (t%n < 4) then
        t%n = t%n + 1
        t%px(t%n) = x; t%py(t%n) = y
        return
      end if
      allocate (t%child(0:3))
      do k = 0, 3
        t%child(k)%h = t%h/2
        t%child(k)%x = t%x + merge(t%h, -t%h, mod(k, 2) == 1)/2
        t%child(k)%y = t%y + merge(t%h, -t%h, k >= 2)/2
      end do
      do i = 1, 4
        call insert(t%child(which(t, t%px(i), t%py(i))), t%px(i), t%py(i))
      end do
    end if
    call insert(t%child(which(t, x, y)), x, y)
  end subroutine
  pure integer function which(t, x, y)
    type(node), intent(in) :: t
    real(8), intent(in) :: x, y
    which = 0
    if (x > t%x) which = 1
    if (y > t%y) which = which + 2
  end function
  recursive integer function near(t, x, y, r) result(c)
    type(node), intent(in) :: t
    real(8), intent(in) :: x, y, r
    integer :: i
    c = 0
    if (abs(x - t%x) > t%h + r .or. abs(y - t%y) > t%h + r) return
    if (associated(t%child)) then
      do i = 0, 3
        c = c + near(t%child(i), x, y, r)
      end do
    else
      do i = 1, t%n
        if ((t%px(i) - x)**2 + (t%py(i) - y)**2 < r*r) c = c + 1
      end do
    end if
  end function
  recursive subroutine drop(t)
    type(node), intent(inout) :: t
    integer :: i
    if (.not. associated(t%child)) return
    do i = 0, 3
      call drop(t%child(i))
    end do
    deallocate (t%child)
  end subroutine
end module
subroutine shape(outcome)
  use quadtrees
  implicit none
  real(8), intent(inout) :: outcome
  type(node) :: root
  integer :: i, c
  real(8) :: x, y
  root%x = 0.5d0; root%y = 0.5d0; root%h = 0.5d0
  do i = 1, 3000
    x = mod(i*0.754877666d0, 1d0); y = mod(i*0.569840291d0, 1d0)
    call insert(root, x, y)
  end do
  c = 0
  do i = 1, 300
    c = c + near(root, mod(i*0.31d0, 1d0), mod(i*0.17d0, 1d0), 0.05d0)
  end do
  call drop(root)
  outcome = outcome + c
end subroutine
