! Operators that a `use` statement renames, alone and passed on through a second module.
module first
  implicit none
  interface operator(.twice.)
    procedure double
  end interface
  interface operator(.join.)
    procedure more
  end interface
contains
  integer function double(i)
    integer, intent(in) :: i
    double = 2*i
  end function
  integer function more(i, j)
    integer, intent(in) :: i, j
    more = 10*i + j
  end function
end module
module second
  use first, operator(.dbl.) => operator(.twice.)
end module
program operators_renamed
  use second, only: operator(.dbl.), operator(.then.) => operator(.join.)
  implicit none
  if (.dbl. 4 /= 8) stop 1
  if ((1 .then. 2) /= 12) stop 2
  call inner
  print *, 'PASS'
contains
  subroutine inner
    use first, operator(.two.) => operator(.twice.)
    if (.two. 5 /= 10 .or. (3 .join. 4) /= 34) stop 3
  end subroutine
end program
