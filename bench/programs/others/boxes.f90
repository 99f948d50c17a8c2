module work
  use samples
  implicit none
  integer, parameter :: n = 98
  real, allocatable :: a(:, :, :), b(:, :, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n, n, n), b(n, n, n))
    a = reshape([(sample(i), i=1, n**3)], [n, n, n])
    b = a
  end subroutine start
  subroutine turn()
    integer :: x, y, z, i, j, k
    real :: s
    !$omp parallel do private(x, y, i, j, k, s)
    do z = 2, n - 1
       do y = 2, n - 1
          do x = 2, n - 1
             s = 0
             do k = -1, 1
                do j = -1, 1
                   do i = -1, 1
                      s = s + a(x + i, y + j, z + k)
                   end do
                end do
             end do
             b(x, y, z) = s/27
          end do
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    s = weighed4(b, n**3)
  end function outcome
end module work
