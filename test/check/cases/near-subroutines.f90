! A subroutine that is declared nowhere is external; a name near it is offered where it can be called.
module helpers
  interface report
    module procedure report_real
  end interface
contains
  subroutine report_real(x)
    real :: x
    print *, x
  end subroutine report_real
end module helpers
program p
  use helpers
  procedure(report_real), pointer :: handler
  real :: prin(3), sav
  prin = 1
  sav = 2
  handler => report_real
  call prims(prin)
  call save1(sav)
  call means(prin)
  !WARNING: undeclared-subroutine
  call shwo(prin)
  !WARNING: undeclared-subroutine
  call reprot(sav)
  !WARNING: undeclared-subroutine
  call handlers(sav)
contains
  subroutine show(x)
    real :: x(:)
    print *, mean(x)
  end subroutine show
  real function mean(x)
    real :: x(:)
    mean = sum(x) / size(x)
  end function mean
end program p
