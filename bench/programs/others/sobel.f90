module work
  use samples
  implicit none
  integer, parameter :: n = 1024
  integer(1), allocatable :: a(:, :), b(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n, n), b(n, n))
    a = reshape([(int(mod(key(i), 100), 1), i=1, n*n)], [n, n])
    b = 0
  end subroutine start
  subroutine turn()
    integer :: i, j, gx, gy
    !$omp parallel do private(i, gx, gy)
    do j = 2, n - 1
       do i = 2, n - 1
          gx = a(i + 1, j - 1) + 2*a(i + 1, j) + a(i + 1, j + 1) - a(i - 1, j - 1) - 2*a(i - 1, j) - a(i - 1, j + 1)
          gy = a(i - 1, j + 1) + 2*a(i, j + 1) + a(i + 1, j + 1) - a(i - 1, j - 1) - 2*a(i, j - 1) - a(i + 1, j - 1)
          b(i, j) = int(min(abs(gx) + abs(gy), 127), 1)
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    s = weighed_integers(int(b), n*n)
  end function outcome
end module work
