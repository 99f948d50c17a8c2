module work
  use samples
  implicit none
  integer, parameter :: n = 192
  real(8), allocatable :: a(:, :), h0(:, :)
contains
  subroutine start()
    integer :: i
    real(8), allocatable :: h(:, :)
    if (.not. allocated(a)) allocate (a(n, n), h0(n, n))
    h = reshape([(dble(sample(i)), i=1, n*n)], [n, n])
    do i = 1, n
       h(i, i) = n + h(i, i)
    end do
    h0 = h
  end subroutine start
  subroutine turn()
    integer :: i, j, k
    a = h0
    do k = 1, n - 1
       a(k+1:n, k) = a(k+1:n, k)/a(k, k)
       !$omp parallel do private(i)
       do j = k + 1, n
          do i = k + 1, n
             a(i, j) = a(i, j) - a(i, k)*a(k, j)
          end do
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real(8), allocatable :: h(:, :)
    h = a
    s = weighed8(h, n*n)
  end function outcome
end module work
