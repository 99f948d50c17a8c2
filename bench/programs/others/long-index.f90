module work
  use samples
  implicit none
  integer(8), parameter :: n = 1000000
  real(8), allocatable :: x(:), y(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(x)) allocate (x(n), y(n))
    x = [(dble(sample(i)), i=1, int(n))]
    y = 0
  end subroutine start
  subroutine turn()
    integer(8) :: i
    y = 0
    !$omp parallel do
    do i = 1, n
       y(i) = y(i) + 2d0*x(i)*x(i)
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real(8), allocatable :: h(:)
    h = y
    s = sum(h)
  end function outcome
end module work
