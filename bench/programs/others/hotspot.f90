module work
  use samples
  implicit none
  integer, parameter :: n = 1024, steps = 2
  real, allocatable :: t(:, :), p(:, :), u(:, :), v(:, :)
contains
  subroutine step(t, p, u, cap, rx, ry, rz)
    real, intent(in) :: t(n, n), p(n, n), cap, rx, ry, rz
    real, intent(out) :: u(n, n)
    integer :: x, y, no, so
    !$omp parallel do private(x, no, so)
    do y = 1, n
       no = max(y - 1, 1)
       so = min(y + 1, n)
       u(1, y) = t(1, y) + cap*(p(1, y) + (t(1, so) + t(1, no) - 2.0*t(1, y))*ry + (t(2, y) - t(1, y))*rx + (80.0 - t(1, y))*rz)
       do x = 2, n - 1
          u(x, y) = t(x, y) + cap*(p(x, y) + (t(x, so) + t(x, no) - 2.0*t(x, y))*ry &
               + (t(x + 1, y) + t(x - 1, y) - 2.0*t(x, y))*rx + (80.0 - t(x, y))*rz)
       end do
       u(n, y) = t(n, y) + cap*(p(n, y) + (t(n, so) + t(n, no) - 2.0*t(n, y))*ry + (t(n - 1, y) - t(n, y))*rx + (80.0 - t(n, y))*rz)
    end do
  end subroutine step

  subroutine start()
    integer :: i
    if (.not. allocated(t)) allocate (t(n, n), p(n, n), u(n, n), v(n, n))
    t = reshape([(sample(i), i=1, n*n)], [n, n])
    p = t*0.01
    t = 80 + t
    u = 0
  end subroutine start

  subroutine turn()
    call step(t, p, v, 0.5, 0.1, 0.1, 0.0125)
    call step(v, p, u, 0.5, 0.1, 0.1, 0.0125)
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(u, n*n)
  end function outcome
end module work
