module work
  use samples
  implicit none
  integer, parameter :: n = 1000000
  real, allocatable :: a(:)
  real(8) :: s, q
  real :: m
  integer :: above
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n))
    a = [(sample(i), i=1, n)]
  end subroutine start
  subroutine turn()
    integer :: i
    real(8) :: mean
    s = 0
    !$omp parallel do simd reduction(+: s)
    do i = 1, n
       s = s + a(i)
    end do
    mean = s/n
    q = 0
    above = 0
    !$omp parallel do simd reduction(+: q, above)
    do i = 1, n
       q = q + (a(i) - mean)**2
       if (a(i) > mean) above = above + 1
    end do
    m = -1
    !$omp parallel do simd reduction(max: m)
    do i = 1, n
       m = max(m, a(i))
    end do
  end subroutine turn
  function outcome() result(r)
    real(8) :: r
    r = s + q + m + above
  end function outcome
end module work
