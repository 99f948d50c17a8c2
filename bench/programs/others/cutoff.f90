module work
  use samples
  implicit none
  integer, parameter :: n = 64, atoms = 512
  real, allocatable :: at(:, :), g(:, :)
contains
  subroutine start()
    integer :: i
    real, allocatable :: h(:, :)
    if (.not. allocated(at)) allocate (at(4, atoms), g(n, n))
    h = reshape([(sample(i), i=1, 4*atoms)], [4, atoms])
    h(1:2, :) = h(1:2, :)*6.4
    at = h
    g = 0
  end subroutine start
  subroutine turn()
    integer :: i, j, k
    real :: dx, dy, r2, s
    !$omp parallel do private(i, k, dx, dy, r2, s)
    do j = 1, n
       do i = 1, n
          g(i, j) = 0
       end do
       do k = 1, atoms
          dy = 0.1*j - at(2, k)
          do i = 1, n
             dx = 0.1*i - at(1, k)
             r2 = dx*dx + dy*dy + at(3, k)
             s = 1 - r2/4.0
             g(i, j) = g(i, j) + merge(at(4, k)/sqrt(r2)*s*s, 0.0, r2 < 4.0)
          end do
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real, allocatable :: h(:, :)
    h = g
    s = weighed4(h, n*n)
  end function outcome
end module work
