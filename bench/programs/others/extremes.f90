module work
  use samples
  implicit none
  integer, parameter :: n = 500000
  real, allocatable :: x(:)
  integer, allocatable :: r(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(x)) allocate (x(n), r(4))
    x = [(sample(i), i=1, n)]
    r = 0
  end subroutine start
  subroutine turn()
    integer :: i, v, r1, r2, r3, r4
    r1 = 0; r2 = 0; r3 = 0; r4 = 0
    !$omp parallel do private(v) reduction(max: r1) reduction(min: r2) reduction(+: r3, r4)
    do i = 1, n
       v = int(x(i)*1000)
       r1 = max(r1, v)
       r2 = min(r2, v)
       r3 = r3 + mod(v, 7)
       if (v > 500) r4 = r4 + 1
    end do
    r = [r1, r2, r3, r4]
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    integer, allocatable :: h(:)
    h = r
    s = sum(dble(h))
  end function outcome
end module work
