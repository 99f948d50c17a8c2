module work
  use samples
  implicit none
  type :: particle
    real :: x, y, z, u, v, w, m, q
  end type
  integer, parameter :: n = 65536, g = 32
  type(particle), allocatable :: p(:), o(:)
  real, allocatable :: e(:, :, :, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(p)) allocate (p(n), o(n), e(3, g + 1, g + 1, g + 1))
    do i = 1, n
      p(i) = particle(0.9*sample(i) - 0.09, 0.9*sample(i + 5) - 0.09, 0.9*sample(3*i) - 0.09, sample(i), sample(2*i), 0.1, &
        1.0 + sample(i), 1.0)
    end do
    e = reshape([(sample(i), i=1, 3*(g + 1)**3)], [3, g + 1, g + 1, g + 1])
  end subroutine
  subroutine turn()
    type(particle) :: s
    real :: a, b, c, f(3)
    real, parameter :: dt = 0.01
    integer :: i, j, k, l
    !$omp parallel do private(s, a, b, c, f, j, k, l)
    do i = 1, n
      s = p(i)
      a = s%x*g
      b = s%y*g
      c = s%z*g
      j = min(int(a), g - 1)
      k = min(int(b), g - 1)
      l = min(int(c), g - 1)
      a = a - j
      b = b - k
      c = c - l
      j = j + 1
      k = k + 1
      l = l + 1
      f = (1 - c)*((1 - b)*((1 - a)*e(:, j, k, l) + a*e(:, j + 1, k, l)) &
        + b*((1 - a)*e(:, j, k + 1, l) + a*e(:, j + 1, k + 1, l))) &
        + c*((1 - b)*((1 - a)*e(:, j, k, l + 1) + a*e(:, j + 1, k, l + 1)) &
        + b*((1 - a)*e(:, j, k + 1, l + 1) + a*e(:, j + 1, k + 1, l + 1)))
      s%u = s%u + dt*s%q/s%m*f(1)
      s%v = s%v + dt*s%q/s%m*f(2)
      s%w = s%w + dt*s%q/s%m*f(3)
      s%x = s%x + dt*s%u
      s%y = s%y + dt*s%v
      s%z = s%z + dt*s%w
      o(i) = s
    end do
  end subroutine
  function outcome() result(s)
    real(8) :: s
    s = weighed4(o%x, n) + weighed4(o%w, n)
  end function
end module work
