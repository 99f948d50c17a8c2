! Procedures bound to types, generics, separate procedures, procedures passed along, constructs.
module types
  implicit none
  type in_order
    sequence
    integer :: a
  end type in_order
  !ERROR: not-extensible
  type, extends(in_order) :: more
    integer :: b
  end type more
  type pair
    integer :: a
    real :: b
  contains
    !ERROR: duplicate-declaration
    procedure, nopass :: b => nothing
    procedure :: show
    procedure :: of_value
    procedure :: of_many
    generic :: any => show
    !ERROR: not-a-procedure
    generic :: other => lost
    final :: ends
    final :: ends_many
  end type pair
  type, abstract :: base
  contains
    procedure :: says
  end type base
  type, extends(base) :: derived
  end type derived
  interface both
    module procedure nothing, number
  end interface both
  interface operator(.twice.)
    module procedure number, third
  end interface operator(.twice.)
  interface assignment(=)
    module procedure number_of
  end interface assignment(=)
contains
  subroutine nothing()
  end subroutine nothing
  !ERROR: mixed-generic
  integer function number(i)
    integer, intent(in) :: i
    number = i
  end function number
  !ERROR: mixed-generic
  real function third(a, b, c)
    real, intent(in) :: a, b, c
    third = a + b + c
  end function third
  !ERROR: mixed-generic
  integer function number_of(p, q)
    type(pair), intent(in) :: p
    integer, intent(in) :: q
    number_of = p%a + q
  end function number_of
  subroutine show(self)
    class(pair), intent(in) :: self
    print *, self%a
  end subroutine show
  subroutine of_value(self)
    !ERROR: passed-object
    type(pair), intent(in) :: self
    print *, self%a
  end subroutine of_value
  subroutine of_many(self)
    !ERROR: passed-object
    class(pair), intent(in) :: self(:)
    print *, self%a
  end subroutine of_many
  subroutine ends(object)
    type(pair), intent(inout) :: object
    object%a = 0
  end subroutine ends
  !ERROR: bad-final
  subroutine ends_many(objects, n)
    type(pair), intent(inout) :: objects(:)
    integer, intent(in) :: n
    objects%a = n
  end subroutine ends_many
  subroutine says(self)
    class(base), intent(in) :: self
  end subroutine says
  subroutine use_types(object, any)
    type(derived), intent(in) :: object
    class(base), intent(in) :: any
    type(pair) :: p
    call object%says()
    !ERROR: abstract-type
    call object%base%says()
    p = pair(1, b=2.0)
    !ERROR: missing-keyword
    p = pair(a=1, 2.0)
    !ERROR: type-mismatch
    p = pair(null(), 1.0)
    select type (any)
    type is (derived)
    !ERROR: selector-type
    type is (pair)
    !ERROR: selector-type
    type is (integer)
    end select
  end subroutine use_types
end module types

module parts
  implicit none
  interface
    module subroutine one(n)
      integer, intent(out) :: n
    end subroutine one
    pure module subroutine two(n)
      integer, intent(out) :: n
    end subroutine two
    module integer function three(n)
      integer, intent(in) :: n
    end function three
    module subroutine four(n)
      integer, intent(inout) :: n
    end subroutine four
  end interface
end module parts
submodule (parts) bodies
  implicit none
contains
  !ERROR: separate-differs
  module subroutine one(n)
    real, intent(out) :: n
    n = 1
  end subroutine one
  !ERROR: separate-differs
  module subroutine two(n)
    integer, intent(out) :: n
    n = 1
  end subroutine two
  !ERROR: separate-differs
  module integer function three(n, m)
    integer, intent(in) :: n, m
    three = n + m
  end function three
  module procedure four
    n = n + 1
  end procedure four
end submodule bodies

program bound_and_separate
  implicit none
  integer :: i, j, k(10), unit
  real :: a(3)
  procedure(), pointer :: any
  interface
    subroutine plain(x)
      real, intent(in) :: x(3)
    end subroutine plain
  end interface
  a = 1
  !WARNING: no-interface
  call show_all(a)
  call passes(plain)
  !ERROR: procedure-interface
  call passes(shaped)
  any => plain
  !ERROR: procedure-interface
  any => shaped
  where (a > 1)
    a = 1
  elsewhere
    a = 2
  !ERROR: case-twice
  elsewhere (a < 0)
    a = 3
  end where
  !ERROR: loop-bound
  forall (i = 1:3, j = i:3) k(i + j) = 1
  !ERROR: zero-step
  forall (i = 1:3:0) k(i) = 1
  !ERROR: not-associable
  associate (x => null())
  end associate
  !ERROR: not-associable
  associate (x => z'ff')
  end associate
  do i = 1, 3
    !ERROR: loop-variable-set
    open (newunit=unit, file='none', iostat=i)
    !ERROR: loop-variable-set
    inquire (iolength=i) a
    !ERROR: loop-variable-set
    call system_clock(i)
  end do
contains
  subroutine shaped(x)
    real, intent(in) :: x(:)
    print *, x
  end subroutine shaped
  subroutine passes(action)
    interface
      subroutine action(x)
        real, intent(in) :: x(3)
      end subroutine action
    end interface
    call action([1.0, 2.0, 3.0])
  end subroutine passes
end program bound_and_separate

subroutine show_all(a)
  real, intent(in) :: a(:)
  print *, a
end subroutine show_all
