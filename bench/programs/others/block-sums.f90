module work
  use samples
  implicit none
  integer, parameter :: n = 1048576
  real(8), allocatable :: a(:)
  real(8) :: sums(2)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n))
    a = [(dble(sample(i)), i=1, n)]
  end subroutine
  subroutine turn()
    real(8) :: x, y
    integer :: i
    x = 0
    y = 0
    !$omp parallel do simd reduction(+: x, y)
    do i = 1, n
      x = x + a(i)
      y = y + a(i)**2
    end do
    sums = [x, y]
  end subroutine
  function outcome() result(s)
    real(8) :: s
    s = sums(1) + 2*sums(2)
  end function
end module work
