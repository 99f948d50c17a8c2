module work
  use samples
  implicit none
  integer, parameter :: n = 192
  real, allocatable :: a(:, :), b(:, :), c(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n, n), b(n, n), c(n, n))
    a = reshape([(sample(i), i=1, n*n)], [n, n])
    b = a
  end subroutine
  subroutine turn()
    integer :: j, k
    !$omp parallel do private(k)
    do j = 1, n
      c(:, j) = 0
      do k = 1, n
        c(:, j) = c(:, j) + a(:, k)*b(k, j)
      end do
    end do
  end subroutine
  function outcome() result(s)
    real(8) :: s
    s = weighed4(c, n*n)
  end function
end module work
