program missing
  implicit none
  real :: a(10), b(10)
  b = 1
  call double_it(b)
  print *, a(1)
contains
  subroutine double_it(v)
    real :: v(:)
    integer :: i
    !$acc parallel loop present(v)
    do i = 1, size(v)
      v(i) = 2 * v(i)
    end do
  end subroutine
end program
