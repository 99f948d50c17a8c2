! Intrinsic procedures that a module declares reach its users, also under another name and through a second module.
module named
  implicit none
  intrinsic :: min, max, sin, cpu_time, size
end module named

module passing
  use named, smallest => min, sine => sin
  implicit none
  private
  public :: smallest, sine, largest
  interface largest
    procedure largest_text
  end interface largest
contains
  integer function largest_text(a) result(n)
    character(*), intent(in) :: a(:)
    n = maxval(len_trim(a))
  end function largest_text
end module passing

program intrinsics_renamed
  use passing
  use named, only: clock => cpu_time, extent => size, max
  implicit none
  procedure(sine), pointer :: f
  integer, parameter :: two = smallest(5, 2, 3)
  real :: t
  logical :: good
  t = -1
  call clock(t)
  f => sine
  good = two == 2 .and. smallest(1.5, 2.5) == 1.5 .and. t >= 0 .and. extent([1, 2, 3]) == 3 .and. max(1, 5) == 5
  good = good .and. f(0.5) == sin(0.5) .and. at(sine) == sin(1.0) .and. swapped() == 51 .and. largest(['a ', 'bc']) == 2
  if (good) print '(a)', 'PASS'
contains
  real function at(g)
    real, external :: g
    at = g(1.0)
  end function at
  integer function swapped()
    use named, min => max, max => min
    swapped = 10 * min(1, 5) + max(1, 5)
  end function swapped
end program intrinsics_renamed
