module work
  use samples
  implicit none
  integer, parameter :: n = 512*1024
  complex(8), allocatable :: a(:), b(:), c(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n), b(n), c(n))
    a = [(cmplx(sample(i), sample(3*i), 8), i=1, n)]
    b = [(cmplx(sample(5*i), sample(7*i), 8), i=1, n)]
  end subroutine start

  subroutine turn()
    integer :: i
    !$omp parallel do
    do i = 1, n
       c(i) = a(i)*b(i) + (0.5d0, 0.25d0)*conjg(a(i))
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = sum(real(c)) + 2*sum(aimag(c))
  end function outcome
end module work
