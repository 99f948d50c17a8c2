! Addresses of C as pointers, arguments of intrinsic procedures, formats that read nothing, names known to the whole program.
module heat
  use iso_c_binding
  implicit none
  type base
    integer :: n = 0
  end type base
  type, extends(base) :: more
    integer :: m = 0
  end type more
  type fixed
    sequence
    integer :: n
  end type fixed
  type line
    !ERROR: conflicting-attributes
    real, contiguous, allocatable :: a(:)
  end type line
  integer(c_int), bind(c, name='counter') :: counted = 0
  private :: fixed
  !WARNING: access-changed
  public :: fixed
contains
  subroutine from_c(address, n)
    type(c_ptr), value :: address
    integer, intent(in) :: n
    real, pointer :: a(:), b(:, :), scalar
    real :: plain
    class(base), pointer :: open
    call c_f_pointer(address, a, [n])
    !ERROR: pointer-from-c
    call c_f_pointer(address, a)
    !ERROR: pointer-from-c
    call c_f_pointer(address, b, [n])
    call c_f_pointer(address, scalar)
    !ERROR: pointer-from-c
    call c_f_pointer(address, scalar, [n])
    !ERROR: not-a-pointer
    call c_f_pointer(address, plain)
    !ERROR: pointer-from-c
    call c_f_pointer(address, open)
  end subroutine from_c
  subroutine ask(x)
    class(base), intent(in) :: x
    class(base), allocatable :: a
    type(more), allocatable :: b
    type(fixed) :: f
    integer :: values(7), n, i
    real, pointer :: p
    real, pointer :: q(:)
    real(8), pointer :: d
    !ERROR: intrinsic-argument
    print *, same_type_as(x, f)
    !ERROR: intrinsic-argument
    call move_alloc(a, b)
    call move_alloc(b, a)
    !ERROR: intrinsic-shapes
    call date_and_time(values=values)
    !ERROR: intrinsic-argument
    print *, merge('a', 'bc', .true.)
    !ERROR: intrinsic-argument
    print *, nearest(1.0, 0.0)
    !ERROR: pointer-type
    p => null(d)
    !ERROR: rank-mismatch
    p => null(q)
    write (*, '(i0)') 1
    !ERROR: bad-format
    read (*, '(i0)') n
    associate (part => values([1, 3]))
      !ERROR: not-definable
      part = 0
    end associate
    do i = 1, 2
    end do
  end subroutine ask
  function any_thing(n)
    !ERROR: class-without-pointer
    class(*) :: any_thing
    integer, intent(in) :: n
  end function any_thing
  !WARNING: repeated-attribute
  pure pure integer function twice(n)
    integer, intent(in) :: n
    twice = 2 * n
  end function twice
  subroutine dummy_too(f)
    integer :: f
  contains
    !ERROR: duplicate-declaration
    subroutine f()
    end subroutine f
  end subroutine dummy_too
  !ERROR: global-name-twice
  subroutine counter() bind(c)
  end subroutine counter
end module heat

!ERROR: global-name-twice
subroutine heat()
end subroutine heat

subroutine strict()
  implicit none (type, external)
  external :: known
  call known()
  !ERROR: external-not-declared
  call unknown()
end subroutine strict

module other
  implicit none
  type base
    real :: x
  end type base
end module other

subroutine two_types()
  use heat, only: base
  !ERROR: ambiguous-name
  use other
  implicit none
  type(base) :: b
end subroutine two_types
