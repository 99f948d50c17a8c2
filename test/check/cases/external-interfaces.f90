! Interface blocks that say otherwise than the definition in the same file.
program uses
  implicit none
  interface
    !WARNING: interface-mismatch
    subroutine whole(n)
      integer, intent(in) :: n
    end subroutine whole
    !WARNING: interface-mismatch
    subroutine open_shape(a)
      real :: a(:)
    end subroutine open_shape
    !ERROR: interface-mismatch
    subroutine one_more(a)
      real :: a
    end subroutine one_more
    subroutine same(a, n)
      integer, intent(in) :: n
      real, intent(inout) :: a(n)
    end subroutine same
    subroutine for_c(address) bind(c)
      use iso_c_binding, only: c_ptr
      type(c_ptr), value :: address
    end subroutine for_c
  end interface
end program uses
subroutine whole(n)
  real, intent(in) :: n
  print *, n
end subroutine whole
subroutine open_shape(a)
  real :: a(*)
  a(1) = 1
end subroutine open_shape
subroutine one_more(a, b)
  real :: a, b
  a = b
end subroutine one_more
subroutine same(a, n)
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  a = 2 * a
end subroutine same
subroutine for_c(x) bind(c)
  use iso_c_binding, only: c_float
  real(c_float) :: x
  x = 1
end subroutine for_c
