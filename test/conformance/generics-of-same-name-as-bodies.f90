! A generic that has the name of an interface body, which belongs to another generic: old wrappers of C libraries.
module plans
  use iso_c_binding
  implicit none
  interface plan
    module procedure plan_swapped
  end interface plan
  interface plan_of_c
    subroutine plan(p, n, k) bind(c, name='made_plan')
      use iso_c_binding
      integer(c_int) :: p
      integer(c_int), value :: n, k
    end subroutine
  end interface
contains
  subroutine plan_swapped(p, n, k)
    integer(c_int) :: p
    integer(c_int), value :: n, k
    call plan_of_c(p, k, n)
  end subroutine
end module

subroutine made(p, n, k) bind(c, name='made_plan')
  use iso_c_binding
  integer(c_int) :: p
  integer(c_int), value :: n, k
  p = 10*n + k
end subroutine

program generics_of_same_name_as_bodies
  use plans
  implicit none
  integer :: p
  call plan(p, 1, 2)
  print *, merge('PASS', 'FAIL', p == 21)
end program
