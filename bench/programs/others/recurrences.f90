module work
  use samples
  implicit none
  integer, parameter :: signals = 8192, n = 96, part = 64
  real, allocatable :: x(:, :), y(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(x)) allocate (x(signals, n), y(signals, n))
    x = reshape([(sample(i), i=1, signals*n)], [signals, n])
  end subroutine start
  subroutine turn()
    real :: ahead(part, n), back(part)
    integer :: s, t, i
    !$omp parallel do private(ahead, back, t, i)
    do s = 0, signals - 1, part
      ahead(:, 1) = 0.25*x(s + 1:s + part, 1)
      do t = 2, n
        do i = 1, part
          ahead(i, t) = 0.25*x(s + i, t) + 0.75*ahead(i, t - 1)
        end do
      end do
      back = 0
      do t = n, 1, -1
        do i = 1, part
          y(s + i, t) = ahead(i, t) + back(i)
          back(i) = 0.75*(back(i) + 0.25*x(s + i, t))
        end do
      end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real, allocatable :: h(:, :)
    h = y
    s = sum(dble(h))
  end function outcome
end module work
