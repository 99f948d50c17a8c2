module work
  use samples
  implicit none
  integer, parameter :: n = 256
  integer, allocatable :: m(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(m)) allocate (m(n, n))
    m = 0 + 0*i
  end subroutine start
  subroutine turn()
    integer :: i, j, k
    real :: x, y, cx, cy, t
    !$omp parallel do private(i, k, x, y, cx, cy, t) schedule(dynamic, 4)
    do j = 1, n
       do i = 1, n
          cx = -2 + 3.0*i/n
          cy = -1.5 + 3.0*j/n
          x = 0
          y = 0
          k = 0
          do while (x*x + y*y < 4 .and. k < 128)
             t = x*x - y*y + cx
             y = 2*x*y + cy
             x = t
             k = k + 1
          end do
          m(i, j) = k
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    integer, allocatable :: h(:, :)
    h = m
    s = weighed_integers(h, n*n)
  end function outcome
end module work
