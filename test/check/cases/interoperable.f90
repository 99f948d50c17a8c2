! What C has no form for; null() as an argument; types that hold each other.
module interoperable
  use iso_c_binding
  implicit none
  type plain
    integer :: a
  end type plain
  type, bind(c) :: field
    integer(c_int) :: n
    !ERROR: not-interoperable
    real(c_float), pointer :: data(:)
    !ERROR: not-interoperable
    real(c_float), allocatable :: more(:)
    !ERROR: not-interoperable
    type(plain) :: inside
    type(c_ptr) :: address
    character(kind=c_char) :: text(10)
  end type field
  integer(c_int), bind(c) :: counter
  !ERROR: not-interoperable
  integer(c_int), bind(c), allocatable :: list(:)
  !ERROR: not-interoperable
  character(8), bind(c) :: word
  type first
    type(second), pointer :: next
  end type first
  type second
    type(first) :: own
  end type second
  type third
    !ERROR: contains-itself
    type(fourth) :: own
  end type third
  type fourth
    type(third) :: own
  end type fourth
contains
  !ERROR: not-interoperable
  elemental subroutine each(x) bind(c)
    real(c_float), intent(inout) :: x
    x = 2 * x
  end subroutine each
  subroutine takes(n, object) bind(c)
    integer(c_int), value :: n
    !ERROR: not-interoperable
    class(plain), intent(in) :: object
    print *, n, object%a
  end subroutine takes
  function many() bind(c)
    !ERROR: not-interoperable
    integer(c_int) :: many(3)
    many = 1
  end function many
  function text() bind(c)
    !ERROR: not-interoperable
    character(10) :: text
    text = 'a'
  end function text
  subroutine inner()
    !ERROR: not-interoperable
    integer(c_int), bind(c) :: local
    integer, pointer :: p
    local = 1
    p => null()
    !ERROR: intrinsic-argument-type
    print *, shape(null())
    print *, associated(p, null())
  end subroutine inner
end module interoperable
