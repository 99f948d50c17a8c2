module work
  use samples
  implicit none
  integer, parameter :: n = 8192
  real, allocatable :: cdf(:), u(:), x(:), y(:), nx(:), ny(:), w(:), part(:)
  integer, allocatable :: img(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(cdf)) allocate (cdf(n), u(n), x(n), y(n), nx(n), ny(n), w(n), part(n/256), img(128, 128))
    cdf = [(real(i)/n, i=1, n)]
    u = [((i - 0.3)/n, i=1, n)]
    x = [(sample(i)*110, i=1, n)]
    y = [(sample(7*i)*110, i=1, n)]
    img = reshape([(mod(key(i), 256), i=1, 128*128)], [128, 128])
  end subroutine start
  subroutine turn()
    integer :: i, k, ix, iy, lo, hi, mid, b
    real :: l, s
    !$omp parallel do private(i, k, ix, iy, l, s)
    do b = 1, n/256
       s = 0
       do i = (b - 1)*256 + 1, b*256
          l = 0
          do k = -2, 2
             ix = min(max(nint(x(i)) + k, 1), 128)
             iy = min(max(nint(y(i)) - k, 1), 128)
             l = l + ((img(ix, iy) - 100)**2 - (img(ix, iy) - 228)**2)/50.0
          end do
          l = exp(l/5/1000)
          w(i) = l
          s = s + l
       end do
       part(b) = s
    end do
    !$omp parallel do private(lo, hi, mid)
    do i = 1, n
       lo = 1
       hi = n
       do while (lo < hi)
          mid = (lo + hi)/2
          if (cdf(mid) >= u(i)) then
             hi = mid
          else
             lo = mid + 1
          end if
       end do
       nx(i) = x(lo)
       ny(i) = y(lo)
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real, allocatable :: h(:), g(:), k(:)
    h = nx; g = part; k = ny
    s = weighed4(h, n) + sum(dble(g)) + weighed4(k, n)
  end function outcome
end module work
