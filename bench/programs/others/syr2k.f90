module work
  use samples
  implicit none
  integer, parameter :: n = 256, m = 256
  real(8), allocatable :: a(:, :), b(:, :), c(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n, m), b(n, m), c(n, n))
    a = reshape([(dble(sample(i)), i=1, n*m)], [n, m])
    b = reshape([(dble(sample(3*i)), i=1, n*m)], [n, m])
    c = 0
  end subroutine start
  subroutine turn()
    integer :: i, j, k
    real(8) :: f, g
    !$omp parallel do private(i, k, f, g)
    do j = 1, n
       do i = 1, n
          c(i, j) = c(i, j)*0.25d0
       end do
       do k = 1, m
          f = 0.5d0*b(j, k)
          g = 0.5d0*a(j, k)
          do i = 1, n
             c(i, j) = c(i, j) + a(i, k)*f + b(i, k)*g
          end do
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real(8), allocatable :: h(:, :)
    h = c
    s = weighed8(h, n*n)
  end function outcome
end module work
