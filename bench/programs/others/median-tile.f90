module work
  use samples
  implicit none
  integer, parameter :: n = 1024
  real, allocatable :: a(:, :), b(:, :)
contains
  elemental subroutine order(x, y)
    real, intent(inout) :: x, y
    real :: z
    z = min(x, y)
    y = max(x, y)
    x = z
  end subroutine order
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(0:n + 1, 0:n + 1), b(n, n))
    a(1:n, 1:n) = reshape([(sample(i), i=1, n*n)], [n, n])
    a(0, :) = a(1, :)
    a(n + 1, :) = a(n, :)
    a(:, 0) = a(:, 1)
    a(:, n + 1) = a(:, n)
  end subroutine start
  subroutine turn()
    integer :: i, j
    real :: v1, v2, v3, v4, v5, v6, v7, v8, v9
    !$omp parallel do private(i, v1, v2, v3, v4, v5, v6, v7, v8, v9)
    do j = 1, n
       do i = 1, n
          v1 = a(i - 1, j - 1); v2 = a(i, j - 1); v3 = a(i + 1, j - 1)
          v4 = a(i - 1, j); v5 = a(i, j); v6 = a(i + 1, j)
          v7 = a(i - 1, j + 1); v8 = a(i, j + 1); v9 = a(i + 1, j + 1)
          call order(v1, v2); call order(v4, v5); call order(v7, v8)
          call order(v2, v3); call order(v5, v6); call order(v8, v9)
          call order(v1, v2); call order(v4, v5); call order(v7, v8)
          v7 = max(v1, v4, v7)
          v3 = min(v3, v6, v9)
          call order(v2, v5); v5 = min(v5, v8); v5 = max(v2, v5)
          call order(v7, v5); v5 = min(v5, v3); v5 = max(v7, v5)
          b(i, j) = v5
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    s = weighed4(b, n*n)
  end function outcome
end module work
