module work
  use samples
  implicit none
  integer, parameter :: n = 256
  real, allocatable :: a(:, :), b(:, :), c(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(c)) allocate (c(n, n))
    a = reshape([(sample(i), i=1, n*n)], [n, n])
    b = reshape([(sample(5*i), i=1, n*n)], [n, n])
  end subroutine start

  subroutine turn()
    integer :: i, j, k
    !$omp parallel do private(i, k)
    do j = 1, n
       c(:, j) = 0
       do k = 1, n
          do i = 1, n
             c(i, j) = c(i, j) + a(i, k)*b(k, j)
          end do
       end do
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(reshape(c, [n*n]), n*n)
  end function outcome
end module work
