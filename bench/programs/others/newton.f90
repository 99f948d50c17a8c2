module work
  use samples
  implicit none
  integer, parameter :: n = 100000
  real(8), allocatable :: x(:), y(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(x)) allocate (x(n), y(n))
    x = [(dble(sample(i)), i=1, n)]
    y = 0
  end subroutine start
  subroutine turn()
    integer :: i, it
    real(8) :: z, v, d, step
    !$omp parallel do private(it, z, v, d, step)
    do i = 1, n
       z = 2 + x(i)
       do it = 1, 30
          v = z*z*z - x(i)*z - 1
          d = 3*z*z - x(i)
          step = v/d
          z = z - step
          if (abs(step) < 1d-10) exit
       end do
       y(i) = z
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real(8), allocatable :: h(:)
    h = y
    s = sum(h)
  end function outcome
end module work
