! Functions outside of the unit that are taken for ones of another type.
program uses
  implicit none
  !ERROR: interface-mismatch
  real :: twice
  !ERROR: interface-mismatch
  real, external :: thrice
  real(8) :: fourfold
  print *, fourfold(1d0)
  print *, twice(1d0)
end program uses
subroutine without_types
  !ERROR: interface-mismatch
  print *, fourfold(1d0)
end subroutine without_types
subroutine own_variable
  integer :: twice
  twice = 1
  print *, twice
end subroutine own_variable

real(8) function twice(x)
  real(8), intent(in) :: x
  twice = 2 * x
end function twice
real(8) function thrice(x)
  real(8), intent(in) :: x
  thrice = 3 * x
end function thrice
real(8) function fourfold(x)
  real(8), intent(in) :: x
  fourfold = 4 * x
end function fourfold
