module work
  use samples
  implicit none
  integer, parameter :: n = 100000, nf = 8, nc = 12
  real, allocatable :: x(:, :), c(:, :)
  integer, allocatable :: m(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(x)) allocate (x(n, nf), c(nc, nf), m(n))
    x = reshape([(sample(i), i=1, n*nf)], [n, nf])
    c = reshape([(sample(7*i), i=1, nc*nf)], [nc, nf])
    m = 0
  end subroutine start
  subroutine turn()
    integer :: i, j, k, best
    real :: d, least
    !$omp parallel do private(j, k, best, d, least)
    do i = 1, n
       least = huge(least)
       best = 0
       do k = 1, nc
          d = 0
          do j = 1, nf
             d = d + (x(i, j) - c(k, j))**2
          end do
          if (d < least) then
             least = d
             best = k
          end if
       end do
       m(i) = best
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    s = weighed_integers(m, n)
  end function outcome
end module work
