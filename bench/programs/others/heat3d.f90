module work
  use samples
  implicit none
  integer, parameter :: n = 128
  real(8), allocatable :: a(:, :, :), b(:, :, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n, n, n), b(n, n, n))
    a = reshape([(dble(sample(i)), i=1, n**3)], [n, n, n])
    b = a
  end subroutine start

  subroutine turn()
    integer :: i, j, k
    !$omp parallel do private(i, j)
    do k = 2, n - 1
       do j = 2, n - 1
          do i = 2, n - 1
             b(i, j, k) = 0.125d0*(a(i + 1, j, k) - 2*a(i, j, k) + a(i - 1, j, k)) &
                  + 0.125d0*(a(i, j + 1, k) - 2*a(i, j, k) + a(i, j - 1, k)) &
                  + 0.125d0*(a(i, j, k + 1) - 2*a(i, j, k) + a(i, j, k - 1)) + a(i, j, k)
          end do
       end do
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed8(b, n**3)
  end function outcome
end module work
