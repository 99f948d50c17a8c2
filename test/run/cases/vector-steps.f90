! Steps of subroutines in the manner of BLAS, integers of 4 and of 8 bytes: loops have a version for neighbours, which the step decides.
subroutine scale(n, a, x, incx, y, incy)
  integer, intent(in) :: n, incx, incy
  complex(8), intent(in) :: a, x(*)
  complex(8), intent(inout) :: y(*)
  integer :: i, ix, iy
  do i = 1, n
    ix = 1 + (i - 1)*incx
    iy = 1 + (i - 1)*incy
    y(iy) = y(iy) + a*x(ix)
  end do
end subroutine

subroutine scale_long(n, a, x, incx, y, incy)
  integer(8), intent(in) :: n, incx, incy
  real, intent(in) :: a, x(*)
  real, intent(inout) :: y(*)
  integer(8) :: i
  do i = 0, n - 1
    y(1 + i*incy) = y(1 + i*incy) + a*x(1 + i*incx)
  end do
end subroutine

subroutine scale_short(n, a, x, incx, y)
  integer, intent(in) :: n
  integer(2), intent(in) :: incx
  real(8), intent(in) :: a, x(*)
  real(8), intent(inout) :: y(*)
  integer :: i
  do i = 0, n - 1
    y(i + 1) = y(i + 1)*a + x(1 + i*incx)
  end do
end subroutine

program main
  integer, parameter :: n = 23
  complex(8) :: x(3*n), y(3*n)
  real :: r(3*n), s(3*n)
  real(8) :: u(3*n), v(3*n)
  integer :: i, k, steps(3) = [1, 2, 3]
  do k = 1, 3
    x = [(cmplx(i, -i, 8), i = 1, 3*n)]
    y = 2*x
    call scale(n, (2d0, 1d0), x, steps(k), y, steps(4 - k))
    print *, nint(sum(real(y))), nint(sum(aimag(y)))
    r = real(x)
    s = 0
    call scale_long(int(n, 8), 2., r, int(steps(k), 8), s, 1_8)
    call scale_long(int(n, 8), 2., r, 1_8, s, int(steps(k), 8))
    print *, nint(sum(s))
    u = r
    v = 1
    call scale_short(n, 3d0, u, int(steps(k), 2), v)
    print *, nint(sum(v))
  end do
end program
