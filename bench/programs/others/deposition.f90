module work
  use samples
  implicit none
  integer, parameter :: particles = 512*1024, cells = 128
  real, allocatable :: x(:), y(:)
  real :: rho(cells, cells)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(x)) allocate (x(particles), y(particles))
    x = [((cells - 3)*0.9*(sample(i) - 0.09), i=1, particles)]
    y = [((cells - 3)*0.9*(sample(7*i + 3) - 0.09), i=1, particles)]
  end subroutine start

  subroutine turn()
    integer :: p, i, j
    real :: fx, fy, charge
    rho = 0
    charge = 0.25
    !$omp parallel do private(i, j, fx, fy) reduction(+: rho)
    do p = 1, particles
       i = int(x(p))
       j = int(y(p))
       fx = x(p) - i
       fy = y(p) - j
       rho(i + 1, j + 1) = rho(i + 1, j + 1) + charge*(1 - fx)*(1 - fy)
       rho(i + 2, j + 1) = rho(i + 2, j + 1) + charge*fx*(1 - fy)
       rho(i + 1, j + 2) = rho(i + 1, j + 2) + charge*(1 - fx)*fy
       rho(i + 2, j + 2) = rho(i + 2, j + 2) + charge*fx*fy
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(rho, cells*cells)
  end function outcome
end module work
