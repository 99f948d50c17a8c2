module work
  use samples
  implicit none
  integer, parameter :: n = 512
  real, allocatable :: a(:, :), b(:, :)
  real :: c(8, 8)
contains
  subroutine start()
    integer :: i
    real :: h(8, 8)
    integer :: j
    if (.not. allocated(a)) allocate (a(n, n), b(n, n))
    a = reshape([(sample(i), i=1, n*n)], [n, n])
    do j = 1, 8
       do i = 1, 8
          h(i, j) = 0.5*cos((2*j - 1)*(i - 1)*3.14159265/16)
          if (i == 1) h(i, j) = sqrt(0.125)
       end do
    end do
    c = h
  end subroutine start
  subroutine turn()
    integer :: bx, by, i, j, k
    real :: s(8, 8)
    !$omp parallel do private(bx, i, j, k, s)
    do by = 0, n - 1, 8
       do bx = 0, n - 1, 8
          s = 0
          do j = 1, 8
             do k = 1, 8
                do i = 1, 8
                   s(i, j) = s(i, j) + c(i, k)*a(bx + k, by + j)
                end do
             end do
          end do
          b(bx+1:bx+8, by+1:by+8) = 0
          do j = 1, 8
             do k = 1, 8
                do i = 1, 8
                   b(bx + i, by + j) = b(bx + i, by + j) + s(i, k)*c(j, k)
                end do
             end do
          end do
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
