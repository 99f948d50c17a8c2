module work
  use samples
  implicit none
  integer, parameter :: n = 256, m = 256
  real, allocatable :: d(:, :), mean(:), dev(:), c(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(d)) allocate (d(m, n), mean(m), dev(m), c(m, m))
    d = reshape([(sample(i*i), i=1, n*m)], [m, n])
    c = 1
  end subroutine start
  subroutine turn()
    integer :: i, j, j1, j2
    real :: s, f
    mean = 0
    do i = 1, n
       do j = 1, m
          mean(j) = mean(j) + d(j, i)
       end do
    end do
    mean = mean/n
    dev = 0
    do i = 1, n
       do j = 1, m
          dev(j) = dev(j) + (d(j, i) - mean(j))**2
       end do
    end do
    dev = sqrt(dev/n)
    where (dev <= 0.1) dev = 1
    !$omp parallel do private(j)
    do i = 1, n
       do j = 1, m
          d(j, i) = (d(j, i) - mean(j))/(sqrt(real(n))*dev(j))
       end do
    end do
    !$omp parallel do private(j1, i, f) schedule(dynamic, 8)
    do j2 = 1, m
       do j1 = 1, j2 - 1
          c(j1, j2) = 0
       end do
       do i = 1, n
          f = d(j2, i)
          do j1 = 1, j2 - 1
             c(j1, j2) = c(j1, j2) + d(j1, i)*f
          end do
       end do
       c(j2, j2) = 1
       do j1 = 1, j2 - 1
          c(j2, j1) = c(j1, j2)
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real, allocatable :: h(:, :)
    h = c
    s = sum(dble(h(:, 1:m-1))**2)
  end function outcome
end module work
