! A heap in an array of reals.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 10000
  real :: x(n), t
  integer :: i
  do i = 1, n
    x(i) = mod(i*7919, 10007)
  end do
  do i = n/2, 1, -1
    call sift(i, n)
  end do
  do i = n, 2, -1
    t = x(1)
    x(1) = x(i)
    x(i) = t
    call sift(1, i - 1)
  end do
  outcome = outcome + x(10) + x(n - 10)
contains
  subroutine sift(first, last)
    integer, intent(in) :: first, last
    integer :: parent, child
    real :: value
    value = x(first)
    parent = first
    do while (2*parent <= last)
      child = 2*parent
      if (child < last) then
        if (x(child + 1) > x(child)) child = child + 1
      end if
      if (value >= x(child)) exit
      x(parent) = x(child)
      parent = child
    end do
    x(parent) = value
  end subroutine
end subroutine
