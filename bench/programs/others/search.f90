module work
  use samples
  implicit none
  integer, parameter :: n = 4096, m = 131072
  real(8), allocatable :: table(:), value(:), q(:), o(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(table)) allocate (table(n), value(n), q(m), o(m))
    table = [(dble(i)/n + 1d-5*mod(i, 7), i=1, n)]
    value = [(dble(sample(i)), i=1, n)]
    q = [(dble(sample(i*13)*0.9d0), i=1, m)]
  end subroutine
  subroutine turn()
    integer :: i, low, high, middle
    real(8) :: w
    !$omp parallel do private(low, high, middle, w)
    do i = 1, m
      low = 1
      high = n
      do while (high - low > 1)
        middle = (low + high)/2
        if (table(middle) <= q(i)) then
          low = middle
        else
          high = middle
        end if
      end do
      w = (q(i) - table(low))/(table(high) - table(low))
      o(i) = (1 - w)*value(low) + w*value(high)
    end do
  end subroutine
  function outcome() result(s)
    real(8) :: s
    s = weighed8(o, m)
  end function
end module work
