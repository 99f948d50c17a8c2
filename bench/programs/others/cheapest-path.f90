module work
  use samples
  implicit none
  integer, parameter :: n = 32*1024, rows = 32
  integer, allocatable :: wall(:, :), now(:), next(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(wall)) allocate (wall(n, rows), now(n), next(n))
    wall = reshape([(iand(key(i), 15), i=1, n*rows)], [n, rows])
  end subroutine start

  subroutine down(from, to, k)
    integer, intent(in) :: from(n), k
    integer, intent(out) :: to(n)
    integer :: x
    to(1) = min(from(1), from(2)) + wall(1, k)
    to(n) = min(from(n - 1), from(n)) + wall(n, k)
    !$omp parallel do
    do x = 2, n - 1
       to(x) = min(from(x - 1), from(x), from(x + 1)) + wall(x, k)
    end do
  end subroutine down

  subroutine turn()
    integer :: k
    now = 0
    do k = 1, rows, 2
       call down(now, next, k)
       call down(next, now, k + 1)
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed_integers(now, n)
  end function outcome
end module work
