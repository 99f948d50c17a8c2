! Backtracking with bits.
module queens_board
  implicit none
contains
  recursive integer function solutions(all, columns, left, right) result(n)
    integer, intent(in) :: all, columns, left, right
    integer :: free, place
    n = 0
    if (columns == all) then
      n = 1
      return
    end if
    free = iand(all, not(ior(columns, ior(left, right))))
    do while (free /= 0)
      place = iand(free, -free)
      free = ieor(free, place)
      n = n + solutions(all, ior(columns, place), ishft(ior(left, place), 1), ishft(ior(right, place), -1))
    end do
  end function
end module
subroutine shape(outcome)
  use queens_board
  implicit none
  real(8), intent(inout) :: outcome
  outcome = outcome + solutions(511, 0, 0, 0)
end subroutine
