module work
  use samples
  implicit none
  integer, parameter :: n = 12000, most = 130
  integer, allocatable :: first(:), column(:)
  real, allocatable :: v(:), x(:), y(:)
contains
  subroutine start()
    integer :: i, k
    if (.not. allocated(first)) allocate (first(n + 1), y(n))
    first(1) = 1
    do i = 1, n
       first(i + 1) = first(i) + 40 + mod(key(i), 90)
    end do
    column = [(1 + mod(key(k + 77), n), k=1, n*most)]
    v = [(sample(k), k=1, n*most)]
    x = v(:n)
  end subroutine start

  subroutine turn()
    integer :: i, j
    real :: s
    !$omp parallel do private(j, s)
    do i = 1, n
       s = 0
       do j = first(i), first(i + 1) - 1
          s = s + v(j)*x(column(j))
       end do
       y(i) = s
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(y, n)
  end function outcome
end module work
