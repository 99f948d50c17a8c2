module types
  type t
    !ERROR: bad-shape
    real, allocatable :: a(10)
  end type
  type base
    integer :: a
  end type
  type, extends(base) :: ext
    integer :: b
  end type
  type p
    real, pointer :: q(:)
    integer :: v(2)
  end type
contains
  subroutine s(x)
    real, optional :: x
    !WARNING: repeated-attribute
    optional :: x
    real, target :: here
    real, target, save :: kept
    !ERROR: not-a-target
    real, pointer :: w => here
    real, pointer :: r => kept
    class(base), pointer :: cp
    class(base), allocatable :: ca
    type(ext) :: y
    type(p) :: pp
    real, target :: z(3)
    integer :: i
    !ERROR: polymorphic-assignment
    cp = y
    ca = y
    !ERROR: rank-mismatch
    pp = p(z(2), [1, 2])
    !ERROR: shape-mismatch
    pp = p(z(2:), [1, 2, 3])
    pp = p(z, 5)
    !ERROR: specifier-conflict
    open (newunit=i)
    open (newunit=i, status='scratch')
    !WARNING: too-few-elements
    call three(z(1:2))
    call three(z(1:3))
    !WARNING: constructor-lengths
    print *, ['abc', 'foobar']
    print *, [character(6) :: 'abc', 'foobar']
  end subroutine
  subroutine three(a)
    real :: a(3)
  end subroutine
end module
program q
  integer :: n = 5
  !ERROR: conflicting-attributes
  parameter (n = 42)
end program
subroutine too_many
  integer :: i
  !ERROR: not-constant
  integer, parameter :: many(100000000) = [(i, i = 1, 100000000)]
  print *, many(5)
end subroutine
