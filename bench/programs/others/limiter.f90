module work
  use samples
  implicit none
  integer, parameter :: n = 512
  real(8), allocatable :: q(:, :), fx(:, :), fy(:, :), o(:, :)
contains
  pure function minmod(a, b) result(m)
    real(8), intent(in) :: a, b
    real(8) :: m
    if (a*b <= 0) then
      m = 0
    else if (abs(a) < abs(b)) then
      m = a
    else
      m = b
    end if
  end function
  subroutine start()
    integer :: i
    if (.not. allocated(q)) allocate (q(n, n), fx(n, n), fy(n, n), o(n, n))
    q = reshape([(dble(sample(i)), i=1, n*n)], [n, n])
    o = 0
  end subroutine
  subroutine turn()
    integer :: i, j
    real(8) :: s
    !$omp parallel do private(i, s)
    do j = 2, n - 1
      do i = 2, n - 1
        s = minmod(q(i + 1, j) - q(i, j), q(i, j) - q(i - 1, j))
        fx(i, j) = 0.3d0*(q(i, j) + 0.35d0*s)
        s = minmod(q(i, j + 1) - q(i, j), q(i, j) - q(i, j - 1))
        fy(i, j) = 0.2d0*(q(i, j) + 0.4d0*s)
      end do
    end do
    !$omp parallel do private(i)
    do j = 3, n - 1
      do i = 3, n - 1
        o(i, j) = q(i, j) - (fx(i, j) - fx(i - 1, j)) - (fy(i, j) - fy(i, j - 1))
      end do
    end do
  end subroutine
  function outcome() result(s)
    real(8) :: s
    s = weighed8(o, n*n)
  end function
end module work
