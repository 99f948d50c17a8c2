! Bound generics in which an elemental procedure stands first: one that is not elemental and fits is taken before it.
module vectors
  implicit none
  type vector
    real :: c(3) = 0
    integer :: how = 0
  contains
    procedure :: from_scalar, from_array, plus_each, plus_all
    generic :: assignment(=) => from_scalar, from_array
    generic :: operator(+) => plus_each, plus_all
    procedure :: ask_each, ask_all
    generic :: ask => ask_each, ask_all
  end type
contains
  elemental subroutine from_scalar(v, x)
    class(vector), intent(inout) :: v
    real, intent(in) :: x
    v%c = x
    v%how = 1
  end subroutine
  subroutine from_array(v, x)
    class(vector), intent(inout) :: v
    real, intent(in) :: x(:)
    v%c(:size(x)) = x
    v%how = 2
  end subroutine
  elemental function plus_each(v, x) result(r)
    class(vector), intent(in) :: v
    real, intent(in) :: x
    type(vector) :: r
    r = vector(v%c + x, 3)
  end function
  pure function plus_all(v, x) result(r)
    class(vector), intent(in) :: v
    real, intent(in) :: x(:)
    type(vector) :: r
    r = vector(v%c + x, 4)
  end function
  elemental integer function ask_each(v, x)
    class(vector), intent(in) :: v
    real, intent(in) :: x
    ask_each = v%how + nint(x)
  end function
  integer function ask_all(v, x)
    class(vector), intent(in) :: v
    real, intent(in) :: x(:)
    ask_all = 100*v%how + nint(sum(x))
  end function
end module
program elemental_ones_last
  use vectors
  implicit none
  type(vector) :: a, b, many(2)
  a = 2.
  call is(1, a%how == 1 .and. all(a%c == 2))
  a = [1., 2.]
  call is(2, a%how == 2 .and. all(a%c == [1, 2, 2]))
  b = a + 1.
  call is(3, b%how == 3 .and. all(b%c == [2, 3, 3]))
  b = a + [1., 2., 3.]
  call is(4, b%how == 4 .and. all(b%c == [2, 4, 5]))
  many = [5., 6.]
  call is(5, all(many%how == 1) .and. all(many(2)%c == 6))
  call is(6, b%ask([1., 2.]) == 403 .and. b%ask(1.) == 5 .and. all(many%ask([1., 2.]) == [2, 3]))
  print '(a)', 'PASS'
contains
  subroutine is(what, right)
    integer, intent(in) :: what
    logical, intent(in) :: right
    if (right) return
    print '(a,i0)', 'FAIL ', what
    stop 1
  end subroutine
end program
