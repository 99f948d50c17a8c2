module work
  use samples
  implicit none
  integer, parameter :: n = 4*1024*1024
  real, allocatable :: a(:), b(:), c(:)
  real(8) :: total, norm
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n), b(n), c(n))
    a = [(sample(i), i=1, n)]
    b = [(sample(5*i), i=1, n)]
    c = 0
  end subroutine start

  subroutine turn()
    integer :: i
    total = 0
    norm = 0
    !$omp parallel do simd reduction(+: total, norm)
    do i = 1, n
       c(i) = a(i) - 0.5*b(i)
       total = total + dble(a(i))*dble(b(i))
       norm = norm + dble(c(i))**2
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = total + norm + weighed4(c, n)
  end function outcome
end module work
