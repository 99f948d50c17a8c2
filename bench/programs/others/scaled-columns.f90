module work
  use samples
  implicit none
  integer, parameter :: n = 512, m = 256
  real, allocatable :: a(:, :), b(:, :), c(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(m, n), b(m, n), c(m))
    a = reshape([(sample(i), i=1, n*m)], [m, n])
    c = [(sample(3*i), i=1, m)]
    b = 0
  end subroutine start
  subroutine turn()
    integer :: i, j
    real :: big
    !$omp parallel do private(i, big)
    do j = 1, n
       big = 0
       !$omp simd reduction(max: big)
       do i = 1, m
          big = max(big, abs(a(i, j)))
       end do
       do i = 1, m
          b(i, j) = a(i, j)/big + c(i)
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real, allocatable :: h(:, :)
    h = b
    s = sum(dble(h)**2)
  end function outcome
end module work
