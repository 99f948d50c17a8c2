! Particles as an array of structures, in a box.
module particles
  implicit none
  type particle
    real(8) :: x, y, z, vx, vy, vz
    integer :: hits
    logical :: alive
  end type
contains
  subroutine step(p, dt)
    type(particle), intent(inout) :: p(:)
    real(8), intent(in) :: dt
    integer :: i
    do i = 1, size(p)
      if (.not. p(i)%alive) cycle
      p(i)%x = p(i)%x + dt*p(i)%vx
      p(i)%y = p(i)%y + dt*p(i)%vy
      p(i)%z = p(i)%z + dt*p(i)%vz
      if (p(i)%x < 0 .or. p(i)%x > 1) then
        p(i)%vx = -p(i)%vx
        p(i)%hits = p(i)%hits + 1
      end if
      if (p(i)%y < 0 .or. p(i)%y > 1) then
        p(i)%vy = -p(i)%vy
        p(i)%hits = p(i)%hits + 1
      end if
      p(i)%alive = p(i)%hits < 30
    end do
  end subroutine
end module
subroutine shape(outcome)
  use particles
  implicit none
  real(8), intent(inout) :: outcome
  type(particle) :: p(1000)
  integer :: i
  do i = 1, size(p)
    p(i) = particle(0.001d0*i, 0.5d0, 0.2d0, 0.3d0 - 0.0007d0*i, 0.01d0*mod(i, 17), 0.1d0, 0, .true.)
  end do
  do i = 1, 60
    call step(p, 0.05d0)
  end do
  outcome = outcome + sum(p%x) + sum(p%hits)
end subroutine
