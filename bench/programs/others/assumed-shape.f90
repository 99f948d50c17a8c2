module work
  use samples
  implicit none
  integer, parameter :: n = 1024
  real, allocatable :: a(:, :), b(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n, n), b(n, n))
    a = reshape([(sample(i), i=1, n*n)], [n, n])
    b = 0
  end subroutine start

  subroutine diffuse(a, b, k)
    real, intent(in) :: a(:, :), k
    real, intent(inout) :: b(:, :)
    integer :: i, j
    !$omp parallel do private(i)
    do j = 2, size(a, 2) - 1
       do i = 2, size(a, 1) - 1
          b(i, j) = a(i, j) + k*(a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1) - 4*a(i, j))
       end do
    end do
  end subroutine diffuse

  subroutine turn()
    call diffuse(a, b, 0.1)
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(b, n*n)
  end function outcome
end module work
