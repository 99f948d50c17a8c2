module work
  use samples
  implicit none
  integer, parameter :: n = 1024
  real, allocatable :: a(:, :), f(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n, n), f(n, n))
    a = reshape([(sample(i), i=1, n*n)], [n, n])
    f = 0.01*a
  end subroutine start

  subroutine relax(colour)
    integer, intent(in) :: colour
    integer :: i, j
    !$omp parallel do private(i)
    do j = 2, n - 1
       do i = 2 + mod(j + colour, 2), n - 1, 2
          a(i, j) = 0.25*(a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1) - f(i, j))
       end do
    end do
  end subroutine relax

  subroutine turn()
    call relax(0)
    call relax(1)
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(a, n*n)
  end function outcome
end module work
