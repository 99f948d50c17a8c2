module work
  use samples
  implicit none
  integer, parameter :: n = 16384, most = 64
  real, allocatable :: x(:), y(:), z(:), fx(:), fy(:), fz(:)
  integer, allocatable :: list(:, :)
contains
  subroutine start()
    integer :: i
    integer, allocatable :: h(:, :)
    if (.not. allocated(x)) allocate (x(n), y(n), z(n), fx(n), fy(n), fz(n), list(most, n))
    x = [(sample(i), i=1, n)]
    y = [(sample(i + 7), i=1, n)]
    z = [(sample(i + 31), i=1, n)]
    h = reshape([(1 + mod(key(i), n), i=1, n*most)], [n, most])
    list = transpose(h)
  end subroutine
  subroutine turn()
    integer :: i, j, k
    real :: dx, dy, dz, r2, s, s6, f, ax, ay, az
    !$omp parallel do private(j, k, dx, dy, dz, r2, s, s6, f, ax, ay, az)
    do i = 1, n
      ax = 0; ay = 0; az = 0
      !$omp simd reduction(+: ax, ay, az)
      do k = 1, most
        j = list(k, i)
        dx = x(i) - x(j)
        dy = y(i) - y(j)
        dz = z(i) - z(j)
        r2 = dx*dx + dy*dy + dz*dz
        if (r2 < 0.5) then
          s = 1.0/(r2 + 0.01)
          s6 = s*s*s
          f = s*s6*(1.5*s6 - 2.0)
          ax = ax + dx*f
          ay = ay + dy*f
          az = az + dz*f
        end if
      end do
      fx(i) = ax
      fy(i) = ay
      fz(i) = az
    end do
  end subroutine
  function outcome() result(s)
    real(8) :: s
    s = weighed4(abs(fx), n) + weighed4(abs(fz), n)
  end function
end module work
