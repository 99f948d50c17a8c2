! Types of a module that is not there tell no procedures apart, and none alike.
module generic_of_missing_types
  !ERROR: unknown-module
  use nowhere_to_be_found, only: big_t, small_t
  implicit none
  type :: base
  contains
    procedure :: put => put_base
    procedure :: add_big
    procedure :: add_small
    generic :: add => add_big, add_small
  end type
  type, extends(base) :: more
  contains
    procedure :: put => put_more
  end type
  interface operator(-)
    procedure minus_big, minus_small
  end interface
  interface assignment(=)
    procedure set_big, set_small
  end interface
  interface known
    procedure known_real
    procedure known_single
  end interface
contains
  subroutine put_base(self, x)
    class(base) :: self
    type(big_t), intent(in) :: x
  end subroutine
  subroutine put_more(self, x)
    class(more) :: self
    integer, intent(in) :: x
  end subroutine
  subroutine add_big(self, x)
    class(base), intent(in) :: self
    type(big_t), intent(in) :: x
  end subroutine
  subroutine add_small(self, x)
    class(base), intent(in) :: self
    type(small_t), intent(in) :: x
  end subroutine
  integer function minus_big(x, y)
    type(big_t), intent(in) :: x, y
    minus_big = 1
  end function
  integer function minus_small(x, y)
    type(small_t), intent(in) :: x, y
    minus_small = 1
  end function
  subroutine set_big(x, y)
    type(big_t), intent(out) :: x
    type(big_t), intent(in) :: y
  end subroutine
  subroutine set_small(x, y)
    type(small_t), intent(out) :: x
    type(small_t), intent(in) :: y
  end subroutine
  subroutine known_real(x)
    real, intent(in) :: x
  end subroutine
  !ERROR: ambiguous-generic
  subroutine known_single(y)
    real(4), intent(in) :: y
  end subroutine
end module
