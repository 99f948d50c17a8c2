! Pointers that are associated from the start: by `=>` with variables, elements and components of the main program, of modules and procedures, and by data statements.
module places
  implicit none
  type :: pair
    integer :: first = 3
    real :: second = 4.5
  end type
  integer, target :: count = 11
  type(pair), target :: whole
  integer, pointer :: to_count => count
  real, pointer :: to_second => whole%second
end module

program initial_targets
  use places
  implicit none
  integer, target, save :: i = 5
  integer, target :: j = 6
  integer, target :: x(-1:2) = [1, 2, 3, 4]
  integer, pointer :: to_i => i, to_element => x(1), to_all(:) => x
  integer, pointer :: nothing, to_j
  real, pointer :: none(:)
  data nothing, to_j / null(), j /
  data none / null() /
  call check(to_count == 11 .and. to_second == 4.5, 1)
  count = 12
  whole%second = 1.5
  call check(to_count == 12 .and. to_second == 1.5, 2)
  call check(to_i == 5 .and. to_element == 3 .and. all(to_all == [1, 2, 3, 4]), 3)
  i = 7
  j = 8
  x(1) = 9
  call check(to_i == 7 .and. to_j == 8 .and. to_element == 9 .and. to_all(1) == 9, 4)
  call check(.not. associated(nothing) .and. .not. associated(none) .and. associated(to_j, j), 5)
  call check(counted() == 1 .and. counted() == 2, 6)
  print *, 'PASS'
contains
  integer function counted()
    integer, target, save :: calls = 0
    integer, pointer :: p => calls
    p = p + 1
    counted = calls
  end function

  subroutine check(good, number)
    logical, intent(in) :: good
    integer, intent(in) :: number
    if (.not. good) error stop number
  end subroutine
end program
