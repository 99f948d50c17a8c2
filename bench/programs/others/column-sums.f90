module work
  use samples
  implicit none
  integer, parameter :: n = 1024, m = 512
  real, allocatable :: a(:, :), q(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(m, n), q(m))
    a = reshape([(sample(i), i=1, n*m)], [m, n])
    q = 0
  end subroutine start
  subroutine turn()
    integer :: i, j
    q = 0
    !$omp parallel do reduction(+: q) private(i)
    do j = 1, n
       do i = 1, m
          q(i) = q(i) + a(i, j)
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real, allocatable :: h(:)
    h = q
    s = weighed4(h, m)
  end function outcome
end module work
