module work
  use samples
  implicit none
  integer, parameter :: n = 2*1024*1024, bins = 1024
  integer, allocatable :: a(:)
  integer :: c(bins)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n))
    a = [(key(i), i=1, n)]
  end subroutine start

  subroutine turn()
    integer :: i, b
    c = 0
    !$omp parallel do private(b) reduction(+: c)
    do i = 1, n
       b = mod(a(i), bins) + 1
       c(b) = c(b) + 1
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed_integers(c, bins)
  end function outcome
end module work
