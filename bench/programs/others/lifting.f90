module work
  use samples
  implicit none
  integer, parameter :: n = 1024
  integer, allocatable :: a(:, :), b(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n, n), b(n, n))
    a = reshape([(mod(key(i), 256), i=1, n*n)], [n, n])
  end subroutine
  subroutine turn()
    integer :: i, j
    !$omp parallel do private(i)
    do j = 1, n
      do i = 1, n/2 - 1
        b(n/2 + i, j) = a(2*i, j) - (a(2*i - 1, j) + a(2*i + 1, j))/2
      end do
      b(n, j) = a(n, j) - (a(n - 1, j) + a(n - 1, j))/2
      b(1, j) = a(1, j) + (b(n/2 + 1, j) + b(n/2 + 1, j) + 2)/4
      do i = 2, n/2
        b(i, j) = a(2*i - 1, j) + (b(n/2 + i - 1, j) + b(n/2 + i, j) + 2)/4
      end do
    end do
  end subroutine
  function outcome() result(s)
    real(8) :: s
    s = weighed_integers(b, n*n)
  end function
end module work
