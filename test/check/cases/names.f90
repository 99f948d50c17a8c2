module shapes
  implicit none
  private
  public :: area, circle
  type circle
    real :: radius = 1.0
    real :: centre(2)
  end type
  integer, parameter :: hidden = 3
contains
  real function area(c)
    type(circle), intent(in) :: c
    area = 3.14159 * c%radius**2
  end function
end module

program names
  !ERROR: unknown-module
  use missing_module_of_this_program
end program

program more
  use shapes
  !ERROR: not-in-module
  use shapes, only: hidden
  implicit none
  integer :: count
  real :: total
  type(circle) :: c
  !ERROR: duplicate-declaration
  real :: count
  !ERROR: unknown-type
  type(square) :: s
  total = 0
  !ERROR: unknown-name
  totl = total + 1
  ! Told once.
  totl = totl + 2
  !ERROR: unknown-component
  c%radios = 2.0
  !ERROR: unknown-name
  total = surface(c)
  total = area(c)
  !ERROR: not-derived
  print *, total%x
  !ERROR: not-a-variable
  print *, circle
  print *, s, count
end program
subroutine hides_an_intrinsic(ok, n)
  logical, intent(in) :: ok(4)
  integer, intent(in) :: n
  integer :: all(4), size(3)
  all = n
  size = n
  !ERROR: not-an-integer
  if (all(ok)) print *, 'all of them'
  !ERROR: subscript-count
  print *, size(ok, 1)
end subroutine
