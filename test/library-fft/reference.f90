! The definition of the transform, in double precision
module reference
  implicit none
contains
  ! rows of n: y(k) = sum of x(j) exp(sign 2 pi i jk/n)
  subroutine dft(sign, n, rows, x, y)
    integer, intent(in) :: sign, n, rows
    complex(8), intent(in) :: x(0:n-1, rows)
    complex(8), intent(out) :: y(0:n-1, rows)
    complex(8) :: root(0:n-1)
    real(8), parameter :: turn = 6.283185307179586476925286766559d0
    integer :: j, k, r
    do j = 0, n - 1
      root(j) = cmplx(cos(turn*j/n), sign*sin(turn*j/n), 8)
    end do
    y = 0
    do r = 1, rows
      do k = 0, n - 1
        do j = 0, n - 1
          y(k, r) = y(k, r) + x(j, r)*root(int(mod(int(j, 8)*k, int(n, 8))))
        end do
      end do
    end do
  end subroutine

  real(8) function error_of(x, y)
    complex(8), intent(in) :: x(:), y(:)
    error_of = sqrt(sum(abs(x - y)**2)/max(sum(abs(y)**2), tiny(1d0)))
  end function
end module
