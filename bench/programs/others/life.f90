module work
  use samples
  implicit none
  integer, parameter :: n = 1024
  integer(1), allocatable :: a(:, :), b(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n, n), b(n, n))
    a = reshape([(int(iand(ishft(key(i), -3), 1), 1), i=1, n*n)], [n, n])
    b = a
  end subroutine start

  subroutine step(a, b)
    integer(1), intent(in) :: a(n, n)
    integer(1), intent(inout) :: b(n, n)
    integer :: i, j, c
    !$omp parallel do private(i, c)
    do j = 2, n - 1
       do i = 2, n - 1
          c = a(i - 1, j - 1) + a(i, j - 1) + a(i + 1, j - 1) + a(i - 1, j) + a(i + 1, j) &
               + a(i - 1, j + 1) + a(i, j + 1) + a(i + 1, j + 1)
          b(i, j) = merge(1_1, 0_1, c == 3 .or. (c == 2 .and. a(i, j) == 1))
       end do
    end do
  end subroutine step

  subroutine turn()
    call step(a, b)
    call step(b, a)
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed_integers(int(a), n*n)
  end function outcome
end module work
