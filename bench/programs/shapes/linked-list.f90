! A list of allocatable components is built, reversed and summed.
module lists
  implicit none
  type cell
    integer :: value
    type(cell), pointer :: next => null()
  end type
end module
subroutine shape(outcome)
  use lists
  implicit none
  real(8), intent(inout) :: outcome
  type(cell), pointer :: first, fresh, next, back
  integer :: i
  nullify (first)
  do i = 1, 20000
    allocate (fresh)
    fresh%value = mod(i*37, 101)
    fresh%next => first
    first => fresh
  end do
  nullify (back)
  do while (associated(first))
    next => first%next
    first%next => back
    back => first
    first => next
  end do
  i = 0
  do while (associated(back))
    i = mod(i*3 + back%value, 65521)
    next => back%next
    deallocate (back)
    back => next
  end do
  outcome = outcome + i
end subroutine
