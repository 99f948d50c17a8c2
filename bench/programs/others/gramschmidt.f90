module work
  use samples
  implicit none
  integer, parameter :: n = 128, m = 256
  real, allocatable :: a(:, :), q(:, :), r(:, :), h0(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(m, n), q(m, n), r(n, n), h0(m, n))
    h0 = reshape([(sample(i*7), i=1, n*m)], [m, n])
    q = 0
    r = 0
  end subroutine start
  subroutine turn()
    integer :: k, j, i
    real :: s
    a = h0
    do k = 1, n
       s = 0
       !$omp simd reduction(+: s)
       do i = 1, m
          s = s + a(i, k)*a(i, k)
       end do
       r(k, k) = sqrt(s)
       q(:, k) = a(:, k)/r(k, k)
       !$omp parallel do private(i, s)
       do j = k + 1, n
          s = 0
          !$omp simd reduction(+: s)
          do i = 1, m
             s = s + q(i, k)*a(i, j)
          end do
          r(k, j) = s
          do i = 1, m
             a(i, j) = a(i, j) - q(i, k)*s
          end do
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real, allocatable :: h(:, :)
    h = r
    s = sum(dble(h)**2)
  end function outcome
end module work
