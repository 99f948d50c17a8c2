module work
  use samples
  implicit none
  integer, parameter :: n = 128*1024
  real, allocatable :: a(:, :, :), d(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(3, 3, n), d(n))
    a = reshape([(sample(i*i + i), i=1, 9*n)], [3, 3, n])
  end subroutine start

  subroutine turn()
    integer :: i
    real :: r(3, 3)
    !$omp parallel do private(r)
    do i = 1, n
       r = matmul(a(:, :, i), a(:, :, i))
       d(i) = r(1, 1)*(r(2, 2)*r(3, 3) - r(2, 3)*r(3, 2)) - r(1, 2)*(r(2, 1)*r(3, 3) - r(2, 3)*r(3, 1)) &
            + r(1, 3)*(r(2, 1)*r(3, 2) - r(2, 2)*r(3, 1))
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(d, n)
  end function outcome
end module work
