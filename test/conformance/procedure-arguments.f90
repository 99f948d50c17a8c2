module functions
  implicit none
  abstract interface
    real function of_real(x)
      real, intent(in) :: x
    end function of_real
  end interface
  type holder
    procedure(of_real), pointer, nopass :: f => null()
  end type holder
contains
  real function twice(x)
    real, intent(in) :: x
    twice = 2 * x
  end function twice
  real function cube(x)
    real, intent(in) :: x
    cube = x**3
  end function cube
  real function integrate(f, a, b)
    procedure(of_real) :: f
    real, intent(in) :: a, b
    integer :: i
    real :: h
    h = (b - a) / 100
    integrate = 0
    do i = 1, 100
      integrate = integrate + h * f(a + (i - 0.5) * h)
    end do
  end function integrate
end module functions

program procedure_arguments
  use functions
  implicit none
  procedure(of_real), pointer :: p
  type(holder) :: h
  intrinsic :: sin
  call check(abs(integrate(twice, 0.0, 1.0) - 1) < 1e-4, 'module function')
  call check(abs(integrate(cube, 0.0, 2.0) - 4) < 1e-2, 'another')
  p => cube
  call check(p(3.0) == 27.0 .and. associated(p, cube), 'procedure pointer')
  p => twice
  call check(integrate(p, 0.0, 1.0) > 0.9, 'pointer as an argument')
  h%f => cube
  call check(h%f(2.0) == 8.0, 'procedure component')
  call check(external_sum(3) == 6, 'interface block')
  print '(a)', 'PASS'
contains
  integer function external_sum(n)
    integer, intent(in) :: n
    interface
      integer function below(n)
        integer, intent(in) :: n
      end function below
    end interface
    external_sum = below(n)
  end function external_sum
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program procedure_arguments

integer function below(n)
  integer, intent(in) :: n
  below = n * (n + 1) / 2
end function below
