module work
  use samples
  implicit none
  integer, parameter :: n = 32768
  real(8), allocatable :: u(:, :), w(:, :)
contains
  pure function slope(v, rho) result(d)
    real(8), intent(in) :: v(3), rho
    real(8) :: d(3)
    d(1) = 10*(v(2) - v(1))
    d(2) = v(1)*(rho - v(3)) - v(2)
    d(3) = v(1)*v(2) - 8d0/3d0*v(3)
  end function
  subroutine start()
    integer :: i
    if (.not. allocated(u)) allocate (u(3, n), w(3, n))
    u = reshape([(dble(sample(i)), i=1, 3*n)], [3, n])
  end subroutine
  subroutine turn()
    real(8), dimension(3) :: v, k1, k2, k3, k4
    real(8), parameter :: h = 0.005d0
    integer :: i, s
    !$omp parallel do private(v, k1, k2, k3, k4, s)
    do i = 1, n
      v = u(:, i)
      do s = 1, 10
        k1 = slope(v, 28d0)
        k2 = slope(v + 0.5d0*h*k1, 28d0)
        k3 = slope(v + 0.5d0*h*k2, 28d0)
        k4 = slope(v + h*k3, 28d0)
        v = v + h/6*(k1 + 2*k2 + 2*k3 + k4)
      end do
      w(:, i) = v
    end do
  end subroutine
  function outcome() result(s)
    real(8) :: s
    s = weighed8(w, 3*n)
  end function
end module work
