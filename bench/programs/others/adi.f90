module work
  use samples
  implicit none
  integer, parameter :: n = 512
  real(8), allocatable :: x(:, :), a(:, :), b(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(x)) allocate (x(n, n), a(n, n), b(n, n))
    x = reshape([(dble(sample(i)), i=1, n*n)], [n, n])
    a = reshape([(dble(sample(3*i)), i=1, n*n)], [n, n])
    b = 5
  end subroutine start
  subroutine turn()
    integer :: i, j, c
    !$omp parallel do private(i)
    do j = 1, n
       do i = 1, n
          b(i, j) = 4 + 0.001d0*i + 0.002d0*j
       end do
    end do
    !$omp parallel do private(i, j)
    do c = 1, n, 128
       do j = 2, n
          do i = c, c + 127
             x(i, j) = x(i, j) - x(i, j - 1)*a(i, j)/b(i, j - 1)
             b(i, j) = b(i, j) - a(i, j)*a(i, j)/b(i, j - 1)
          end do
       end do
       x(c:c+127, n) = x(c:c+127, n)/b(c:c+127, n)
       do j = n - 1, 1, -1
          do i = c, c + 127
             x(i, j) = (x(i, j) - x(i, j + 1)*a(i, j + 1))/b(i, j)
          end do
       end do
    end do
    !$omp parallel do private(i)
    do j = 1, n
       do i = 2, n
          x(i, j) = x(i, j) - x(i - 1, j)*a(i, j)/b(i - 1, j)
       end do
       x(n, j) = x(n, j)/b(n, j)
       do i = n - 1, 1, -1
          x(i, j) = (x(i, j) - x(i + 1, j)*a(i + 1, j))/b(i, j)
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real(8), allocatable :: h(:, :)
    h = x
    s = weighed8(h, n*n)
  end function outcome
end module work
