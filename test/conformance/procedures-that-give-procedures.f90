! Functions that give procedures, called through pointers and by binding.
module givers
  implicit none
  abstract interface
    pure integer function of_one(x)
      integer, intent(in) :: x
    end function
  end interface
  type holder
    integer :: factor = 1
    procedure(give), pointer, nopass :: p => null()
    procedure(give_own), pointer :: q => null()
  contains
    procedure, nopass :: bound => give
  end type
contains
  pure integer function negated(x)
    integer, intent(in) :: x
    negated = -x
  end function

  pure integer function doubled(x)
    integer, intent(in) :: x
    doubled = 2*x
  end function

  function give() result(b)
    procedure(of_one), pointer :: b
    b => negated
  end function

  function give_own(self) result(b)
    class(holder), intent(in) :: self
    procedure(of_one), pointer :: b
    b => negated
    if (self%factor == 2) b => doubled
  end function
end module

program procedures_that_give_procedures
  use givers
  implicit none
  type(holder) :: h
  procedure(of_one), pointer :: f
  procedure(give), pointer :: g
  integer :: found(5)
  h%p => give
  h%q => give_own
  h%factor = 2
  g => give
  f => give()
  found(1) = f(3)
  f => g()
  found(2) = f(4)
  f => h%p()
  found(3) = f(5)
  f => h%bound()
  found(4) = f(6)
  f => h%q()
  found(5) = f(7)
  print '(a)', merge('PASS', 'FAIL', all(found == [-3, -4, -5, -6, 14]))
end program
