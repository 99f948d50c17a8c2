! What procedures may stand for, what a pure one may do, what a type still lacks, loops whose variable another procedure sets.
module shapes
  implicit none
  type, abstract :: shape
  contains
    procedure(area_of), deferred :: area
  end type shape
  !ERROR: abstract-type
  type, extends(shape) :: disc
    real :: r = 1
  end type disc
  type, extends(shape) :: square
    real :: a = 1
  contains
    procedure :: area => square_area
    final :: drop
    final :: drop_again
  end type square
  type holder
    !ERROR: procedure-component
    procedure(), nopass :: draw
    !ERROR: no-passed-object
    procedure(plain), pointer :: without
  end type holder
  abstract interface
    real function area_of(this)
      import
      class(shape), intent(in) :: this
    end function area_of
    real function plain()
    end function plain
    pure real function of_x(x)
      real, intent(in) :: x
    end function of_x
  end interface
  interface operator(+)
    procedure joined
  end interface operator(+)
  interface operator(-)
    procedure apart
  end interface operator(-)
  interface assignment(=)
    procedure from_text, from_number
  end interface assignment(=)
  integer, pointer :: outside
contains
  real function square_area(this)
    class(square), intent(in) :: this
    square_area = this%a**2
  end function square_area
  subroutine drop(this)
    type(square), intent(inout) :: this
  end subroutine drop
  !ERROR: bad-final
  subroutine drop_again(this)
    type(square), intent(inout) :: this
  end subroutine drop_again
  !ERROR: redefined-operator
  pure integer function joined(a, b)
    integer, intent(in) :: a
    integer, intent(in) :: b
    joined = 10 * a + b
  end function joined
  pure function apart(a, b) result(c)
    real, intent(in) :: a(:, :), b(:)
    real :: c(size(b))
    c = b - a(:, 1)
  end function apart
  subroutine from_text(n, text)
    integer, intent(out) :: n
    character(*), intent(in) :: text
    n = len(text)
  end subroutine from_text
  !ERROR: redefined-operator
  subroutine from_number(n, x)
    integer, intent(out) :: n
    real, intent(in) :: x
    n = nint(x)
  end subroutine from_number
  integer function next()
    integer, save :: n = 0
    n = n + 1
    next = n
  end function next
  elemental real function half(x)
    real, intent(in) :: x
    half = x / 2
  end function half
  real function noisy(x)
    real, intent(in) :: x
    print *, x
    noisy = x
  end function noisy
  pure subroutine set(n)
    integer, intent(out) :: n
    n = 1
  end subroutine set
  pure subroutine quiet(n)
    integer, intent(out) :: n
    !ERROR: not-pure
    n = next()
    !ERROR: not-pure
    call set(outside)
  end subroutine quiet
  pure real function at_one(f)
    interface
      pure real function f(x)
        real, intent(in) :: x
      end function f
    end interface
    at_one = f(1.0)
  end function at_one
  subroutine sum_up()
    integer :: i, a(4)
    !ERROR: not-elemental
    procedure(half), pointer :: p
    character(4), allocatable :: text
    character(:), allocatable :: free
    !ERROR: not-pure
    forall (i = 1:4) a(i) = next()
    !ERROR: abstract-called
    print *, of_x(1.0)
    !ERROR: procedure-interface
    print *, at_one(noisy)
    !ERROR: type-mismatch
    allocate (character(5) :: text)
    allocate (character(5) :: free)
    do i = 1, 4
      !ERROR: loop-variable-set
      call step()
      a(i) = 1
    end do
  contains
    subroutine step()
      i = 2
    end subroutine step
  end subroutine sum_up
end module shapes
