! What stands in headings of procedures and types, and in interface bodies.
!ERROR: syntax
subroutine _first
end subroutine
module headings
  !ERROR: syntax
  type :: empty_list ()
    integer :: i
  end type empty_list
  abstract interface
    !ERROR: misplaced-statement
    procedure one
  end interface
  interface
    !ERROR: misplaced-statement
    module procedure two
  end interface
  interface named
    module procedure one, two
  end interface
  interface
    !ERROR: syntax
    subroutine without_list bind(c)
    end subroutine
    subroutine with_list() bind(c)
    end subroutine
    real function defines(i)
      !ERROR: misplaced-statement
      f(i) = 2 * i
    end function
    real function gives(i)
      !ERROR: misplaced-statement
      data k /1/
    end function
    real function shows(i)
      !ERROR: misplaced-statement
10    format (a)
    end function
    real function enters(i)
      !ERROR: misplaced-statement
      entry second(i)
    end function
  end interface
contains
  subroutine one(i)
    integer :: i
  end subroutine
  subroutine two(x)
    real :: x
  end subroutine
  !WARNING: result-named-as-function
  function own(n) result(own)
    integer :: n, own
    own = n
  end function
  real function three() result(r)
    r = 1
    !ERROR: syntax
    entry four result(s)
    entry five() result(t)
    t = 1
  end function
end module
