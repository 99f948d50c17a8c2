module work
  use samples
  implicit none
  integer, parameter :: n = 256
  real, allocatable :: a(:, :), given(:, :)
contains
  subroutine start()
    integer :: i, j
    if (.not. allocated(a)) allocate (a(n, n), given(n, n))
    given = reshape([((1.0/(1 + abs(i - j)), i=1, n), j=1, n)], [n, n])
    do i = 1, n
       given(i, i) = 4
    end do
  end subroutine start

  subroutine turn()
    integer :: i, j, k
    real :: d
    a = given
    !$omp parallel private(i, j, k, d)
    do k = 1, n - 1
       d = sqrt(a(k, k))
       !$omp do
       do i = k + 1, n
          a(i, k) = a(i, k)/d
       end do
       !$omp do schedule(static, 8)
       do j = k + 1, n
          do i = j, n
             a(i, j) = a(i, j) - a(i, k)*a(j, k)
          end do
       end do
    end do
    !$omp end parallel
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(a, n*n)
  end function outcome
end module work
