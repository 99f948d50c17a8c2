module work
  use samples
  implicit none
  integer, parameter :: rows = 2048, columns = 1000
  real, allocatable :: a(:, :), x(:), y(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(columns, rows), x(columns), y(rows))
    a = reshape([(sample(i), i=1, columns*rows)], [columns, rows])
    x = [(sample(3*i), i=1, columns)]
    y = 0
  end subroutine start

  subroutine turn()
    integer :: i, j
    real :: s
    !$omp parallel do private(j, s)
    do i = 1, rows
       s = 0
       do j = 1, columns
          s = s + a(j, i)*x(j)
       end do
       y(i) = s
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(y, rows)
  end function outcome
end module work
