module work
  use samples
  implicit none
  integer, parameter :: nx = 1000, ny = 700
  real, allocatable :: a(:, :), b(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(nx, ny), b(nx, ny))
    a = reshape([(sample(i), i=1, nx*ny)], [nx, ny])
    b = 0
  end subroutine start
  subroutine turn()
    integer :: i, j
    !$omp parallel do private(i)
    do j = 1, ny
       do i = 1, nx
          if (i > 1 .and. i < nx .and. j > 1 .and. j < ny) then
             b(i, j) = 0.25*(a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))
          else
             b(i, j) = a(i, j)
          end if
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real, allocatable :: h(:, :)
    h = b
    s = sum(dble(h)**2)
  end function outcome
end module work
