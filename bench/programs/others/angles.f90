module work
  use samples
  implicit none
  integer, parameter :: n = 1024, bins = 20
  real, allocatable :: x(:), y(:), z(:)
  real :: edges(0:bins)
  integer :: counts(bins)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(x)) allocate (x(n), y(n), z(n))
    x = [(sample(i) - 0.6, i=1, n)]
    y = [(sample(i + 100) - 0.6, i=1, n)]
    z = [(sample(i + 1000) - 0.6, i=1, n)]
    edges = [(1.0 - 2.0*i/bins, i=0, bins)]
    counts = 0
  end subroutine
  subroutine turn()
    integer :: i, j, low, high, middle
    real :: d
    !$omp parallel do private(j, d, low, high, middle) reduction(+: counts) schedule(dynamic, 16)
    do i = 1, n - 1
      do j = i + 1, n
        d = x(i)*x(j) + y(i)*y(j) + z(i)*z(j)
        low = 0
        high = bins
        do while (high > low + 1)
          middle = (low + high)/2
          if (d >= edges(middle)) then
            high = middle
          else
            low = middle
          end if
        end do
        counts(high) = counts(high) + 1
      end do
    end do
  end subroutine
  function outcome() result(s)
    real(8) :: s
    s = weighed_integers(counts, bins)
  end function
end module work
