! A transform of length 1024 with complex numbers.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 1024
  complex(8) :: x(0:n - 1), t, w, root
  integer :: i, j, k, half, length
  do i = 0, n - 1
    x(i) = cmplx(mod(i, 17), mod(i, 5), 8)
  end do
  j = 0
  do i = 1, n - 1
    k = n/2
    do while (iand(j, k) /= 0)
      j = ieor(j, k)
      k = k/2
    end do
    j = ior(j, k)
    if (i < j) then
      t = x(i)
      x(i) = x(j)
      x(j) = t
    end if
  end do
  length = 2
  do while (length <= n)
    half = length/2
    root = exp(cmplx(0d0, -6.283185307179586d0/length, 8))
    do i = 0, n - 1, length
      w = 1
      do j = 0, half - 1
        t = w*x(i + j + half)
        x(i + j + half) = x(i + j) - t
        x(i + j) = x(i + j) + t
        w = w*root
      end do
    end do
    length = 2*length
  end do
  outcome = outcome + abs(x(3))
end subroutine
