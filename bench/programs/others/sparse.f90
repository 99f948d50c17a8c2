module work
  use samples
  implicit none
  integer, parameter :: n = 64*1024, most = 12
  integer, allocatable :: first(:), column(:)
  real(8), allocatable :: v(:), x(:), y(:)
contains
  subroutine start()
    integer :: i, k, m
    if (.not. allocated(first)) allocate (first(n + 1), column(n*most), v(n*most), x(n), y(n))
    m = 1
    do i = 1, n
       first(i) = m
       do k = 1, 4 + mod(key(i), most - 3)
          column(m) = 1 + mod(key(i + 17*k), n)
          m = m + 1
       end do
    end do
    first(n + 1) = m
    v = [(dble(sample(i)), i=1, n*most)]
    x = v(:n)
  end subroutine start

  subroutine turn()
    integer :: i, k
    real(8) :: s
    !$omp parallel do private(k, s)
    do i = 1, n
       s = 0
       do k = first(i), first(i + 1) - 1
          s = s + v(k)*x(column(k))
       end do
       y(i) = s
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed8(y, n)
  end function outcome
end module work
