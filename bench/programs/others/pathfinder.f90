module work
  use samples
  implicit none
  integer, parameter :: n = 65536, rows = 21, steps = 20
  integer, allocatable :: wall(:, :), a(:), r(:), q(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (wall(n, rows), a(n), r(n), q(n))
    wall = reshape([(mod(key(i), 10), i=1, n*rows)], [n, rows])
    a = [(mod(key(i), 10), i=1, n)]
    r = 0
  end subroutine start
  subroutine turn()
    integer :: i, x
    q = a
    do i = 1, steps
       r(1) = min(q(1), q(2)) + wall(1, i)
       !$omp parallel do
       do x = 2, n - 1
          r(x) = min(q(x - 1), q(x), q(x + 1)) + wall(x, i)
       end do
       r(n) = min(q(n), q(n-1)) + wall(n, i)
       if (i < steps) q = r
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    s = weighed_integers(r, n)
  end function outcome
end module work
