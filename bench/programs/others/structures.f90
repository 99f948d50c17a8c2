module work
  use samples
  implicit none
  type particle
     real :: x, y, z, vx, vy, vz, mass
  end type particle
  integer, parameter :: n = 512*1024
  type(particle), allocatable :: p(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(p)) allocate (p(n))
    do i = 1, n
       p(i) = particle(sample(i), sample(2*i), sample(3*i), 0.0, 0.1, 0.2, 1.0 + sample(5*i))
    end do
  end subroutine start

  subroutine turn()
    integer :: i
    real, parameter :: dt = 0.001, gx = 0.0, gy = -9.81, gz = 0.5
    !$omp parallel do
    do i = 1, n
       p(i)%vx = p(i)%vx + dt*gx/p(i)%mass
       p(i)%vy = p(i)%vy + dt*gy/p(i)%mass
       p(i)%vz = p(i)%vz + dt*gz/p(i)%mass
       p(i)%x = p(i)%x + dt*p(i)%vx
       p(i)%y = p(i)%y + dt*p(i)%vy
       p(i)%z = p(i)%z + dt*p(i)%vz
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = sum(dble(p%x)) + 2*sum(dble(p%y)) + 3*sum(dble(p%z))
  end function outcome
end module work
