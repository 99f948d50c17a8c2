module work
  use samples
  implicit none
  integer, parameter :: nx = 256, ny = 256, nz = 8
  real, allocatable :: a(:, :, :), b(:, :, :), p(:, :, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(nx, ny, nz), b(nx, ny, nz), p(nx, ny, nz))
    a = reshape([(sample(i), i=1, nx*ny*nz)], [nx, ny, nz])
    p = reshape([(sample(3*i), i=1, nx*ny*nz)], [nx, ny, nz])
  end subroutine
  subroutine turn()
    integer :: i, j, k, n, m, l, u
    real, parameter :: c = 0.1, cz = 0.05, cc = 0.4, s = 0.02
    !$omp parallel do collapse(2) private(i, n, m, l, u)
    do k = 1, nz
      do j = 1, ny
        n = max(j - 1, 1); m = min(j + 1, ny)
        l = max(k - 1, 1); u = min(k + 1, nz)
        b(1, j, k) = cc*a(1, j, k) + c*a(1, j, k) + c*a(2, j, k) &
            + c*a(1, m, k) + c*a(1, n, k) + cz*a(1, j, l) + cz*a(1, j, u) + s*p(1, j, k) + cz*0.3
        do i = 2, nx - 1
          b(i, j, k) = cc*a(i, j, k) + c*a(i - 1, j, k) + c*a(i + 1, j, k) &
            + c*a(i, m, k) + c*a(i, n, k) + cz*a(i, j, l) + cz*a(i, j, u) + s*p(i, j, k) + cz*0.3
        end do
        i = nx
        b(i, j, k) = cc*a(i, j, k) + c*a(i - 1, j, k) + c*a(i, j, k) &
            + c*a(i, m, k) + c*a(i, n, k) + cz*a(i, j, l) + cz*a(i, j, u) + s*p(i, j, k) + cz*0.3
      end do
    end do
  end subroutine
  function outcome() result(s)
    real(8) :: s
    s = weighed4(b, nx*ny*nz)
  end function
end module work
