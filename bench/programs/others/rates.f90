module work
  use samples
  implicit none
  integer, parameter :: cells = 16384, ns = 6, nr = 10
  real(8), allocatable :: y(:, :), t(:), w(:, :)
  real(8) :: a(nr), b(nr), e(nr)
  integer :: left(2, nr), right(2, nr)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(y)) allocate (y(cells, ns), t(cells), w(cells, ns))
    y = reshape([(dble(sample(i)), i=1, cells*ns)], [cells, ns])
    t = [(0.8d0 + sample(i), i=1, cells)]
    a = [(0.1d0*i, i=1, nr)]
    b = [(0.3d0 - 0.05d0*i, i=1, nr)]
    e = [(0.2d0*i, i=1, nr)]
    left = reshape([(1 + mod(i*5, ns), i=1, 2*nr)], [2, nr])
    right = reshape([(1 + mod(i*7 + i/3, ns), i=1, 2*nr)], [2, nr])
  end subroutine
  subroutine turn()
    real(8) :: c(ns), gain(ns), loss(ns), k, rate, logt, inverse
    real(8), parameter :: dt = 1d-2
    integer :: i, r
    !$omp parallel do private(c, gain, loss, k, rate, logt, inverse, r)
    do i = 1, cells
      c = y(i, :)
      gain = 0
      loss = 0
      logt = log(t(i))
      inverse = 1/t(i)
      do r = 1, nr
        k = exp(a(r) + b(r)*logt - e(r)*inverse)
        rate = k*c(left(1, r))*c(left(2, r))
        loss(left(1, r)) = loss(left(1, r)) + k*c(left(2, r))
        loss(left(2, r)) = loss(left(2, r)) + k*c(left(1, r))
        gain(right(1, r)) = gain(right(1, r)) + rate
        gain(right(2, r)) = gain(right(2, r)) + rate
      end do
      do r = 1, ns
        w(i, r) = (c(r) + dt*gain(r))/(1 + dt*loss(r))
      end do
    end do
  end subroutine
  function outcome() result(s)
    real(8) :: s
    s = weighed8(w, cells*ns)
  end function
end module work
