module work
  use samples
  implicit none
  integer, parameter :: n = 512, columns = 1024
  real, allocatable :: a(:, :), b(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n, columns), b(n, columns))
    a = reshape([(5*sample(i), i=1, n*columns)], [n, columns])
  end subroutine start

  subroutine turn()
    integer :: i, c
    real :: most, total
    !$omp parallel do private(i, most, total)
    do c = 1, columns
       most = maxval(a(:, c))
       total = 0
       do i = 1, n
          b(i, c) = exp(a(i, c) - most)
       end do
       do i = 1, n
          total = total + b(i, c)
       end do
       b(:, c) = b(:, c)/total
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(b, n*columns)
  end function outcome
end module work
