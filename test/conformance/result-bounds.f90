! Results whose length is a function's value, and whose bounds ask for that length.
module results
  implicit none
contains
  pure integer function twice(x)
    integer, intent(in) :: x
    twice = 2 * x + 1
  end function
  character(twice(x)) function letters(x) result(r)
    integer, intent(in) :: x
    dimension r(len(r) + 1)
    integer :: i
    do i = 1, len(r)
      r(:)(i:i) = achar(iachar('A') + i - 1)
    end do
  end function
  subroutine local(n)
    integer, intent(in) :: n
    character(n) :: c(len(c):2 * len(c))
    integer(8) :: k(kind(k))
    if (lbound(c, 1) /= n .or. ubound(c, 1) /= 2 * n .or. size(k) /= 8) error stop 1
  end subroutine
end module

program result_bounds
  use results
  implicit none
  if (len(letters(10)) /= 21 .or. size(letters(10)) /= 22) error stop 2
  if (any(letters(1) /= 'ABC')) error stop 3
  if (size(letters(1)) /= 4) error stop 4
  call local(5)
  print '(a)', 'PASS'
end program
