module work
  use samples
  implicit none
  integer, parameter :: n = 1000
  real, allocatable :: ex(:, :), ey(:, :), hz(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(ex)) allocate (ex(n, n), ey(n, n), hz(n, n))
    ex = reshape([(sample(i), i=1, n*n)], [n, n])
    ey = 0.5*ex
    hz = 0.25*ex
  end subroutine start

  subroutine turn()
    integer :: i, j
    !$omp parallel private(i, j)
    !$omp do
    do i = 1, n
       if (i == 1) then
          ey(:, i) = 0.5
       else
          do j = 1, n
             ey(j, i) = ey(j, i) - 0.5*(hz(j, i) - hz(j, i - 1))
          end do
       end if
       do j = 2, n
          ex(j, i) = ex(j, i) - 0.5*(hz(j, i) - hz(j - 1, i))
       end do
    end do
    !$omp do
    do i = 1, n - 1
       do j = 1, n - 1
          hz(j, i) = hz(j, i) - 0.7*(ex(j + 1, i) - ex(j, i) + ey(j, i + 1) - ey(j, i))
       end do
    end do
    !$omp end parallel
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(hz, n*n)
  end function outcome
end module work
