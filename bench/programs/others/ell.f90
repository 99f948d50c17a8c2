module work
  use samples
  implicit none
  integer, parameter :: n = 32768, width = 24
  real(8), allocatable :: v(:, :), x(:), y(:)
  integer, allocatable :: c(:, :)
contains
  subroutine start()
    integer :: i
    integer, allocatable :: h(:, :)
    real(8), allocatable :: f(:, :)
    if (.not. allocated(v)) allocate (v(width, n), x(n), y(n), c(width, n))
    h = reshape([(merge(0, 1 + mod(key(i), n), mod(i, 11) == 0), i=1, n*width)], [n, width])
    f = reshape([(dble(sample(i)), i=1, n*width)], [n, width])
    c = transpose(h)
    v = transpose(f)
    x = [(dble(sample(i)), i=1, n)]
  end subroutine
  subroutine turn()
    integer :: i, k
    real(8) :: s
    !$omp parallel do private(k, s)
    do i = 1, n
      s = 0
      do k = 1, width
        if (c(k, i) > 0) s = s + v(k, i)*x(c(k, i))
      end do
      y(i) = s
    end do
  end subroutine
  function outcome() result(s)
    real(8) :: s
    s = weighed8(y, n)
  end function
end module work
