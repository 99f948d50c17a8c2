program arguments_that_fit
  implicit none
  real :: x(2), y(3), m(2, 3), z(4)
  logical :: mask(3)
  integer :: i(3)
  intrinsic sin
  !ERROR: too-few-elements
  call three(x)
  call three(z)
  call three(z(2))
  !ERROR: argument-not-definable
  call changes(i([1, 2]))
  !ERROR: procedure-interface
  call apply(of_integer)
  !ERROR: procedure-interface
  call apply(sub)
  call apply(of_real)
  call apply(sin)
  !ERROR: intrinsic-dimension
  print *, sum(y, dim=2)
  !ERROR: intrinsic-dimension
  print *, size(m, 3)
  !ERROR: intrinsic-shapes
  print *, dot_product(x, y)
  !ERROR: intrinsic-shapes
  print *, matmul(m, m)
  !ERROR: intrinsic-shapes
  print *, sum(x, mask=mask)
  !ERROR: intrinsic-shapes
  print *, pack(x, mask)
  !ERROR: shape-mismatch
  print *, both(x, y)
contains
  subroutine three(a)
    real :: a(3)
  end subroutine
  subroutine changes(a)
    integer, intent(inout) :: a(:)
  end subroutine
  subroutine apply(f)
    interface
      real function f(a)
        real, intent(in) :: a
      end function
    end interface
  end subroutine
  real function of_real(a)
    real, intent(in) :: a
    of_real = a
  end function
  real function of_integer(a)
    integer, intent(in) :: a
    of_integer = a
  end function
  subroutine sub(a)
    real, intent(in) :: a
  end subroutine
  elemental real function both(a, b)
    real, intent(in) :: a, b
    both = a + b
  end function
end program
