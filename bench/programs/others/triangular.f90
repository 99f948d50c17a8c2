module work
  use samples
  implicit none
  integer, parameter :: n = 128, sides = 1024, part = 64
  real, allocatable :: l(:, :), b(:, :), x(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(l)) allocate (l(n, n), b(sides, n), x(sides, n))
    l = reshape([(sample(i)/n, i=1, n*n)], [n, n])
    do i = 1, n
       l(i, i) = 2
    end do
    b = reshape([(sample(i), i=1, n*sides)], [sides, n])
    x = 0
  end subroutine start

  subroutine turn()
    integer :: c, d, i, j
    real :: s(part)
    !$omp parallel do private(d, i, j, s)
    do c = 1, sides, part
       d = c + part - 1
       do i = 1, n
          s = b(c:d, i)
          do j = 1, i - 1
             s = s - l(i, j)*x(c:d, j)
          end do
          x(c:d, i) = s/l(i, i)
       end do
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(x, n*sides)
  end function outcome
end module work
