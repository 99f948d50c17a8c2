module work
  use samples
  implicit none
  integer, parameter :: n = 192
  real, allocatable :: a(:, :), a0(:, :), m(:), b(:), b0(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n, n), a0(n, n), m(n), b(n), b0(n))
    a0 = reshape([(sample(i), i=1, n*n)], [n, n])
    do i = 1, n
      a0(i, i) = a0(i, i) + n
    end do
    b0 = [(sample(i), i=1, n)]
  end subroutine
  subroutine turn()
    integer :: k, j
    a = a0
    b = b0
    do k = 1, n - 1
      m(k + 1:n) = a(k + 1:n, k)/a(k, k)
      !$omp parallel do
      do j = k, n
        a(k + 1:n, j) = a(k + 1:n, j) - m(k + 1:n)*a(k, j)
      end do
      b(k + 1:n) = b(k + 1:n) - m(k + 1:n)*b(k)
    end do
  end subroutine
  function outcome() result(s)
    real(8) :: s
    integer :: j
    s = weighed4(b, n)
    do j = 1, n
      s = s + a(1, j)
      s = s + a(j, j)
    end do
  end function
end module work
