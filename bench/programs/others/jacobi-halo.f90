module work
  use samples
  implicit none
  integer, parameter :: n = 1026
  real, allocatable :: u(:, :), v(:, :), f(:, :)
contains
  subroutine sweep(u, v, f)
    real, intent(in) :: u(n, n), f(n, n)
    real, intent(inout) :: v(n, n)
    integer :: i, j
    !$omp parallel do private(i)
    do j = 2, n - 1
       do i = 2, n - 1
          v(i, j) = 0.25*(u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - f(i, j))
       end do
    end do
  end subroutine sweep
  subroutine start()
    integer :: i
    if (.not. allocated(u)) allocate (u(n, n), v(n, n), f(n, n))
    u = reshape([(sample(i), i=1, n*n)], [n, n])
    v = u
    f = 0.1*u
  end subroutine start
  subroutine turn()
    integer :: k
    do k = 1, 2
       call sweep(u, v, f)
       call sweep(v, u, f)
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    s = weighed4(u, n*n)
  end function outcome
end module work
