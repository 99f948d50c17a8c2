! Host loops as users write them.
module loops
  implicit none
  type point
    real(8) :: x, y, z
  end type
contains
  subroutine triad(a, b, c, s, n)
    integer, intent(in) :: n
    real(8), intent(out) :: a(n)
    real(8), intent(in) :: b(n), c(n), s
    integer :: i
    do i = 1, n
      a(i) = b(i) + s * c(i)
    end do
  end subroutine

  subroutine roots(a, b, c)
    real, intent(inout) :: a(:)
    real, intent(in) :: b(:), c(:)
    a = sqrt(b * b + c * c) + 0.5 * a
  end subroutine

  subroutine stencil(b, a, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n)
    real(8), intent(out) :: b(n, n)
    integer :: i, j
    do j = 2, n - 1
      do i = 2, n - 1
        b(i, j) = 0.25d0 * (a(i-1, j) + a(i+1, j) + a(i, j-1) + a(i, j+1))
      end do
    end do
  end subroutine

  integer function total(k)
    integer, intent(in) :: k(:)
    total = sum(k)
  end function

  real function largest(x)
    real, intent(in) :: x(:)
    largest = maxval(x)
  end function

  real(8) function dot(x, y)
    real(8), intent(in) :: x(:), y(:)
    dot = dot_product(x, y)
  end function

  subroutine scaled(x)
    complex(8), intent(inout) :: x(:)
    x = x * (0.6d0, 0.8d0)
  end subroutine

  subroutine rotated(x, y)
    complex(8), intent(inout) :: x(:)
    complex(8), intent(in) :: y(:)
    x = x * y
  end subroutine

  subroutine added(x, y, z)
    complex(8), intent(out) :: x(:)
    complex(8), intent(in) :: y(:), z(:)
    x = y + z
  end subroutine

  subroutine moved(p, v, t)
    type(point), intent(inout) :: p(:)
    type(point), intent(in) :: v(:)
    real(8), intent(in) :: t
    integer :: i
    do i = 1, size(p)
      p(i)%x = p(i)%x + t * v(i)%x
      p(i)%y = p(i)%y + t * v(i)%y
      p(i)%z = p(i)%z + t * v(i)%z
    end do
  end subroutine

  subroutine positive_roots(b, a, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(out) :: b(n)
    integer :: i
    do i = 1, n
      if (a(i) > 0) then
        b(i) = sqrt(a(i))
      else
        b(i) = 0
      end if
    end do
  end subroutine

  subroutine limited(x, low, high)
    real, intent(inout) :: x(:)
    real, intent(in) :: low, high
    integer :: i
    do i = 1, size(x)
      if (x(i) < low) then
        x(i) = low
      else if (x(i) > high) then
        x(i) = high
      end if
    end do
  end subroutine

  integer function above(x, limit)
    real(8), intent(in) :: x(:), limit
    integer :: i
    above = 0
    do i = 1, size(x)
      if (x(i) > limit) above = above + 1
    end do
  end function

  subroutine updated(y, x, s, chosen)
    real(8), intent(inout) :: y(:)
    real(8), intent(in) :: x(:), s
    logical, intent(in) :: chosen(:)
    integer :: i
    do i = 1, size(y)
      if (chosen(i)) y(i) = y(i) + s * x(i)
    end do
  end subroutine

  subroutine copied_where(b, a, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      if (a(i) > 0.5d0) b(i) = 2 * a(i)
    end do
  end subroutine
end module
