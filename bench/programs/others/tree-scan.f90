module work
  use samples
  implicit none
  integer, parameter :: n = 2*1024*1024, m = 512
  real, allocatable :: a(:), b(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n), b(n))
    a = [(sample(i), i=1, n)]
    b = 0
  end subroutine start

  subroutine turn()
    integer :: k, i
    real :: s
    !$omp parallel do private(i, s)
    do k = 0, n - 1, m
       s = 0
       do i = k + 1, k + m
          b(i) = s
          s = s + a(i)
       end do
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(b, n)
  end function outcome
end module work
