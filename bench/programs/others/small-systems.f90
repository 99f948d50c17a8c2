module work
  use samples
  implicit none
  integer, parameter :: n = 8192, ns = 8
  real(8), allocatable :: y(:, :), p(:)
contains

  subroutine rates(y, f, p)
    real(8) :: y(ns), f(ns), p
    integer :: k
    do k = 1, ns
       f(k) = -p*y(k)
    end do
    do k = 2, ns
       f(k) = f(k) + y(k - 1)*y(k)/(1 + y(k - 1)**2)
    end do
    f(1) = f(1) + 1/(1 + y(ns))
  end subroutine
  subroutine start()
    integer :: i
    if (.not. allocated(y)) allocate (y(n, ns), p(n))
    y = reshape([(dble(sample(i)), i=1, n*ns)], [n, ns])
    p = [(dble(sample(3*i)), i=1, n)]
  end subroutine start
  subroutine turn()
    integer :: i, k, step
    real(8) :: v(ns), f(ns), z(ns)
    !$omp parallel do private(k, step, v, f, z)
    do i = 1, n
       v = y(i, :)
       do step = 1, 4
          call rates(v, f, p(i))
          z = v + 0.5d0*0.01d0*f
          call rates(z, f, p(i))
          v = v + 0.01d0*f
       end do
       y(i, :) = v
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real(8), allocatable :: h(:, :)
    h = y
    s = weighed8(h, n*ns)
  end function outcome
end module work
