module work
  use samples
  implicit none
  integer, parameter :: n = 1024
  real, allocatable :: a(:, :), x(:), y(:), p(:), q(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n, n), x(n), y(n), p(n), q(n))
    a = reshape([(sample(i), i=1, n*n)], [n, n])
    x = 0
    p = 0
    y = [(sample(3*i), i=1, n)]
    q = [(sample(5*i), i=1, n)]
  end subroutine start
  subroutine turn()
    integer :: i, j, c
    real :: s
    !$omp parallel do private(i, j)
    do c = 1, n, 128
       do j = 1, n
          do i = c, c + 127
             x(i) = x(i) + a(i, j)*y(j)
          end do
       end do
    end do
    !$omp parallel do private(j, s)
    do i = 1, n
       s = p(i)
       !$omp simd reduction(+: s)
       do j = 1, n
          s = s + a(j, i)*q(j)
       end do
       p(i) = s
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    s = weighed4(x, n) + weighed4(p, n)
  end function outcome
end module work
