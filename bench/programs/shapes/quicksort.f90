! Hoare's, with recursion on both sides.
module quick
  implicit none
contains
  recursive subroutine sort(x, low, high)
    integer, intent(inout) :: x(:)
    integer, intent(in) :: low, high
    integer :: i, j, middle, t
    middle = x((low + high)/2)
    i = low
    j = high
    do
      do while (x(i) < middle)
        i = i + 1
      end do
      do while (middle < x(j))
        j = j - 1
      end do
      if (i <= j) then
        t = x(i)
        x(i) = x(j)
        x(j) = t
        i = i + 1
        j = j - 1
      end if
      if (i > j) exit
    end do
    if (low < j) call sort(x, low, j)
    if (i < high) call sort(x, i, high)
  end subroutine
end module
subroutine shape(outcome)
  use quick
  implicit none
  real(8), intent(inout) :: outcome
  integer :: x(20000), i
  i = 12345
  do i = 1, size(x)
    x(i) = mod(i*7919, 20011)
  end do
  call sort(x, 1, size(x))
  outcome = outcome + x(100) + x(19000)
end subroutine
