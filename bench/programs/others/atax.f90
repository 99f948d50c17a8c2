module work
  use samples
  implicit none
  integer, parameter :: n = 1024, m = 1024
  real, allocatable :: a(:, :), x(:), t(:), y(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n, m), x(m), t(n), y(m))
    a = reshape([(sample(i), i=1, n*m)], [n, m])
    x = [(sample(3*i), i=1, m)]
    y = 0
  end subroutine start

  subroutine turn()
    integer :: i, j
    real :: s
    t = 0
    !$omp parallel private(i, j, s)
    !$omp do reduction(+: t)
    do j = 1, m
       do i = 1, n
          t(i) = t(i) + a(i, j)*x(j)
       end do
    end do
    !$omp do
    do j = 1, m
       s = 0
       do i = 1, n
          s = s + a(i, j)*t(i)
       end do
       y(j) = s
    end do
    !$omp end parallel
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(y, m)
  end function outcome
end module work
