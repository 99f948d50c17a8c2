! Fourier transform of complex numbers, halves by recursion and slices.
module transform
  implicit none
contains
  recursive subroutine fft(x)
    complex(8), intent(inout) :: x(:)
    complex(8) :: t
    complex(8), allocatable :: even(:), odd(:)
    integer :: n, i
    n = size(x)
    if (n <= 1) return
    odd = x(1:n:2)
    even = x(2:n:2)
    call fft(odd)
    call fft(even)
    do i = 1, n/2
      t = exp(cmplx(0d0, -2*acos(-1d0)*(i - 1)/n, 8))*even(i)
      x(i) = odd(i) + t
      x(i + n/2) = odd(i) - t
    end do
  end subroutine
end module
subroutine shape(outcome)
  use transform
  implicit none
  real(8), intent(inout) :: outcome
  complex(8) :: x(1024)
  integer :: i
  x = [(cmplx(mod(i*7, 13), mod(i*5, 11), 8), i = 1, 1024)]
  call fft(x)
  outcome = outcome + abs(x(17))
end subroutine
