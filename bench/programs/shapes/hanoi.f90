! Recursion that moves numbers between stacks of a module.
module hanoi_towers
  implicit none
  integer :: height(3), disk(20, 3)
contains
  recursive subroutine move(n, from, to, by)
    integer, intent(in) :: n, from, to, by
    if (n == 0) return
    call move(n - 1, from, by, to)
    height(to) = height(to) + 1
    disk(height(to), to) = disk(height(from), from)
    height(from) = height(from) - 1
    call move(n - 1, by, to, from)
  end subroutine
end module
subroutine shape(outcome)
  use hanoi_towers
  implicit none
  real(8), intent(inout) :: outcome
  integer :: i
  height = [14, 0, 0]
  disk(:14, 1) = [(15 - i, i = 1, 14)]
  call move(14, 1, 3, 2)
  outcome = outcome + height(3) + disk(14, 3)
end subroutine
