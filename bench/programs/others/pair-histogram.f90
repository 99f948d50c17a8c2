module work
  use samples
  implicit none
  integer, parameter :: n = 1024, bins = 20
  real, allocatable :: x(:), y(:), z(:), edge(:)
  integer, allocatable :: hist(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(x)) allocate (x(n), y(n), z(n), edge(0:bins), hist(0:bins))
    x = [(sample(i), i=1, n)]
    y = [(sample(3*i), i=1, n)]
    z = [(sample(5*i), i=1, n)]
    edge = [(3.6*(1 - (real(i)/bins)), i=0, bins)]
    hist = 0
  end subroutine start
  subroutine turn()
    integer :: i, j, lo, hi, k
    real :: d
    hist = 0
    !$omp parallel do private(j, lo, hi, k, d) reduction(+: hist) schedule(dynamic, 16)
    do i = 1, n
       do j = i + 1, n
          d = x(i)*x(j) + y(i)*y(j) + z(i)*z(j)
          lo = 0
          hi = bins
          do while (hi > lo + 1)
             k = (lo + hi)/2
             if (d >= edge(k)) then
                hi = k
             else
                lo = k
             end if
          end do
          hist(lo) = hist(lo) + 1
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    integer, allocatable :: h(:)
    h = hist
    s = weighed_integers(h, bins + 1)
  end function outcome
end module work
