module work
  use samples
  implicit none
  integer, parameter :: nodes = 64*1024, edges = 256*1024
  integer, allocatable :: e(:, :)
  real, allocatable :: u(:), v(:), f(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(e)) allocate (e(edges, 2), u(nodes), v(nodes), f(edges))
    e(:, 1) = [(1 + mod(i/4 + mod(key(i), 64), nodes), i=1, edges)]
    e(:, 2) = [(1 + mod(i/4 + mod(key(3*i), 512), nodes), i=1, edges)]
    u = [(sample(i), i=1, nodes)]
    v = [(sample(5*i), i=1, nodes)]
  end subroutine start

  subroutine turn()
    integer :: i, a, b
    !$omp parallel do private(a, b)
    do i = 1, edges
       a = e(i, 1)
       b = e(i, 2)
       f(i) = (u(b) - u(a))*0.5*(v(a) + v(b)) + abs(u(a) - v(b))
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(f, edges)
  end function outcome
end module work
