! Loops over elements that lie some integers apart, as BLAS has them: known when the loop runs, often 1.
program strided_by_integers
  implicit none
  complex(8) :: x(60), y(60)
  real(8) :: a(60), b(60)
  integer :: i, k
  do i = 1, 60
    x(i) = cmplx(i, -i, 8); y(i) = cmplx(2*i, 1, 8); a(i) = i; b(i) = 0.5d0*i
  end do
  do k = 1, 3
    call scaled(20, (2d0, 1d0), x, k, y, 1)
    call scaled(20, (1d0, -1d0), x, 1, y, k)
    call added(20, a, k, b, 4 - k)
  end do
  if (nint(real(sum(y))) /= 7260 .or. nint(aimag(sum(y))) /= -2400) stop 'FAIL complex'
  if (nint(2*sum(b)) /= 4350) stop 'FAIL real'
  print *, 'PASS'
contains
  subroutine scaled(n, alpha, x, incx, y, incy)
    integer, intent(in) :: n, incx, incy
    complex(8), intent(in) :: alpha, x(*)
    complex(8), intent(inout) :: y(*)
    integer :: i
    do i = 1, n
      y(1 + (i - 1)*incy) = y(1 + (i - 1)*incy) + alpha*x(1 + (i - 1)*incx)
    end do
  end subroutine scaled
  subroutine added(n, a, inca, b, incb)
    integer, intent(in) :: n, inca, incb
    real(8), intent(in) :: a(*)
    real(8), intent(inout) :: b(*)
    integer :: i
    do i = 1, n
      b(i*incb) = b(i*incb) + a(i*inca)
    end do
  end subroutine added
end program strided_by_integers
