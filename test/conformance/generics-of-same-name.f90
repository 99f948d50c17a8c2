! Generics with the name of one of their procedures, that procedure brought by a module; structures in data statements.
module numbers
  implicit none
contains
  integer function which(x)
    real, intent(in) :: x
    which = 1 + 0*int(x)
  end function
end module
module texts
  use numbers
  implicit none
  type pair
    integer :: a
    real :: b = 2.5
  end type
  type(pair), parameter :: known = pair(7)
  type(pair) :: one, several(3)
  data one /pair(3, 4.)/, several /pair(1), 2*known/
  interface which
    module procedure which, which_text
  end interface
contains
  integer function which_text(c)
    character(*), intent(in) :: c
    which_text = 2 + 0*len(c)
  end function
end module
program generics_of_same_name
  use numbers
  use texts
  implicit none
  if (which(1.0) /= 1 .or. which('a') /= 2) stop 1
  if (one%a /= 3 .or. one%b /= 4.) stop 2
  if (any(several%a /= [1, 7, 7]) .or. any(several%b /= 2.5)) stop 3
  print *, 'PASS'
end program
