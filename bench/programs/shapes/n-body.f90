! Planets as derived types (Computer Language Benchmarks Game).
module planets
  implicit none
  type body
    real(8) :: x(3), v(3), mass
  end type
contains
  subroutine advance(b, dt)
    type(body), intent(inout) :: b(:)
    real(8), intent(in) :: dt
    real(8) :: d(3), m
    integer :: i, j
    do i = 1, size(b) - 1
      do j = i + 1, size(b)
        d = b(i)%x - b(j)%x
        m = dt/(dot_product(d, d)*sqrt(dot_product(d, d)))
        b(i)%v = b(i)%v - b(j)%mass*m*d
        b(j)%v = b(j)%v + b(i)%mass*m*d
      end do
    end do
    do i = 1, size(b)
      b(i)%x = b(i)%x + dt*b(i)%v
    end do
  end subroutine
end module
subroutine shape(outcome)
  use planets
  implicit none
  real(8), intent(inout) :: outcome
  type(body) :: b(5)
  integer :: i
  do i = 1, 5
    b(i)%x = [3d0*i, 1d0/i, 0.1d0*i]
    b(i)%v = [0.01d0*i, 0.3d0 - 0.02d0*i, 0.001d0]
    b(i)%mass = 1d0/i**2
  end do
  do i = 1, 10000
    call advance(b, 0.001d0)
  end do
  outcome = outcome + b(1)%x(1) + b(5)%v(2)
end subroutine
