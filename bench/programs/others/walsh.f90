module work
  use samples
  implicit none
  integer, parameter :: n = 262144, m = 512
  real, allocatable :: a(:), b(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n), b(n))
    a = [(sample(i), i=1, n)]
    b = 0
  end subroutine start
  subroutine turn()
    integer :: f, h, i, j
    real :: x, y
    !$omp parallel do private(h, i, j, x, y)
    do f = 0, n - 1, m
       b(f + 1:f + m) = a(f + 1:f + m)
       h = 1
       do while (h < m)
          do i = f, f + m - 1, 2*h
             do j = i + 1, i + h
                x = b(j)
                y = b(j + h)
                b(j) = x + y
                b(j + h) = x - y
             end do
          end do
          h = h*2
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real, allocatable :: h(:)
    h = b
    s = sum(dble(h)**2)
  end function outcome
end module work
