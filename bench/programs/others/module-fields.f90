module work
  use samples
  implicit none
  integer, parameter :: nx = 256, ny = 200
  real, parameter :: gravity = 9.81, width = 100, dt = 1
  real, allocatable, dimension(:, :) :: h, u, v, h1, u1, v1
contains
  subroutine start()
    integer :: i
    if (.not. allocated(h)) allocate (h(nx, ny), u(nx, ny), v(nx, ny), h1(nx, ny), u1(nx, ny), v1(nx, ny))
    h = reshape([(10 + 0.01*sample(i), i=1, nx*ny)], [nx, ny])
    h1 = h
    u = h - 10
    u1 = u
    v = 0
    v1 = 0
  end subroutine start

  subroutine turn()
    real :: east, west, north, south
    integer :: i, j
    !$omp parallel
    !$omp do private(i)
    do j = 2, ny - 1
       do i = 2, nx - 1
          u1(i, j) = u(i, j) - dt*(u(i, j)*(u(i + 1, j) - u(i - 1, j)) + v(i, j)*(u(i, j + 1) - u(i, j - 1)))/(2*width) &
               - gravity*dt*(h(i + 1, j) - h(i - 1, j))/(2*width)
          v1(i, j) = v(i, j) - dt*(u(i, j)*(v(i + 1, j) - v(i - 1, j)) + v(i, j)*(v(i, j + 1) - v(i, j - 1)))/(2*width) &
               - gravity*dt*(h(i, j + 1) - h(i, j - 1))/(2*width)
       end do
    end do
    !$omp do private(i, east, west, north, south)
    do j = 2, ny - 1
       do i = 2, nx - 1
          east = 0.5*(h(i, j) + h(i + 1, j))*u1(i, j)
          west = 0.5*(h(i - 1, j) + h(i, j))*u1(i - 1, j)
          north = 0.5*(h(i, j) + h(i, j + 1))*v1(i, j)
          south = 0.5*(h(i, j - 1) + h(i, j))*v1(i, j - 1)
          h1(i, j) = h(i, j) - dt/width*(east - west + north - south)
       end do
    end do
    !$omp do private(i)
    do j = 1, ny
       do i = 1, nx
          h(i, j) = h1(i, j)
          u(i, j) = u1(i, j)
          v(i, j) = v1(i, j)
       end do
    end do
    !$omp end parallel
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(reshape(h, [nx*ny]), nx*ny)
  end function outcome
end module work
