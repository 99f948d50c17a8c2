module guarded
  integer, protected :: count = 0
  integer, pointer, protected :: held => null()
  type, abstract :: shape
  end type
  type, extends(shape) :: square
    real :: side
  end type
  type :: other
  end type
end module
program pointers_and_arrays
  use guarded
  implicit none
  type part
    real :: x(3)
    real, allocatable :: a
  end type
  type(part) :: parts(2)
  class(shape), allocatable :: s
  class(*), allocatable :: any
  character(:), allocatable :: c
  character(4) :: word
  integer, allocatable :: a(:), b(:), m(:, :)
  integer, pointer :: p(:), q
  integer, target :: t(4), t2(2, 2)
  integer :: plain(4), n, i
  character(3), pointer :: three
  character(4), target :: four
  procedure(integer), pointer :: f
  !ERROR: two-array-parts
  print *, parts%x
  !ERROR: two-array-parts
  parts%a = 1
  !ERROR: out-of-bounds
  word(2:5) = 'a'
  !ERROR: not-a-target
  p => plain
  !ERROR: not-a-target
  p => t([1, 3])
  !ERROR: pointer-type
  three => four
  !ERROR: rank-mismatch
  p(1:2, 1:2) => t
  !ERROR: shape-mismatch
  p(1:5) => t2
  !ERROR: procedure-interface
  f => sub
  !ERROR: not-definable
  count = 1
  !ERROR: not-definable
  held => t(1)
  !ERROR: not-a-target
  if (associated(q, n)) stop
  !ERROR: allocate-source
  allocate (s)
  !ERROR: allocate-source
  allocate (any)
  !ERROR: allocate-source
  allocate (c)
  !ERROR: allocate-source
  allocate (integer :: a(2), source=[1, 2])
  !ERROR: type-mismatch
  allocate (other :: s)
  !ERROR: type-mismatch
  allocate (a(2), source=1.5)
  !ERROR: rank-mismatch
  allocate (a(2), m(2, 2), source=[1, 2])
  !ERROR: allocated-twice
  allocate (a(2), a(3))
  !ERROR: allocated-twice
  allocate (a(2), b(size(a)))
  !ERROR: allocated-twice
  deallocate (a, a)
  !ERROR: not-allocatable
  call move_alloc(a, plain)
  !ERROR: rank-mismatch
  call move_alloc(a, m)
  do i = 1, 10
    !ERROR: loop-variable-set
    i = 3
    !ERROR: loop-variable-set
    read (*, *) i
  end do
contains
  subroutine sub
  end subroutine
  subroutine dummies(x, fixed, o, k)
    integer :: x(*), k
    integer, pointer, intent(in) :: fixed(:)
    integer, allocatable, intent(in) :: o(:)
    !ERROR: assumed-size
    x = 0
    !ERROR: assumed-size
    print *, x(2:)
    !ERROR: assumed-size
    print *, size(x)
    !ERROR: assumed-size
    call shaped(x)
    call sized(x)
    !ERROR: not-definable
    fixed => t
    !ERROR: not-definable
    nullify (fixed)
    !ERROR: not-definable
    deallocate (o)
    !ERROR: not-optional
    print *, present(k)
  end subroutine
  subroutine shaped(x)
    integer :: x(:)
  end subroutine
  subroutine sized(x)
    integer :: x(*)
  end subroutine
end program
module pointer_parts
  type part
    procedure(nothing), pointer, nopass :: p => null()
    real, pointer :: d(:) => null()
  end type
contains
  subroutine nothing
  end subroutine
end module
subroutine parts_of_arrays
  use pointer_parts
  type(part) :: several(2), one
  real, pointer :: z(:)
  real, target :: x(3)
  !ERROR: two-array-parts
  several%p => nothing
  !ERROR: two-array-parts
  several%d => x
  several(2)%p => nothing
  one%d(2:) => null()
  !ERROR: pointer-bound
  z(1:2) => null()
  !ERROR: not-a-variable
  print *, shape(part)
end subroutine

subroutine bounds_of_targets_with_gaps(n)
  integer, intent(in) :: n
  type :: pair
    integer :: i, j
  end type
  type(pair), target :: b(3, 3)
  complex, target :: c(3, 3)
  character(4), target :: s(3, 3)
  integer, target :: a(3, 3), line(10)
  integer, pointer :: p(:), q(:, :)
  real, pointer :: r(:)
  character(2), pointer :: t(:)
  !ERROR: not-contiguous
  p(1:4) => a(1:2, 1:2)
  !ERROR: not-contiguous
  p(1:n) => b%i
  !ERROR: not-contiguous
  r(1:9) => c%re
  !ERROR: not-contiguous
  t(1:9) => s(:, :)(1:2)
  q(1:2, 1:2) => line(1:8:2)
  q(0:, 0:) => a(1:2, 1:2)
  p(1:6) => a(:, 1:2)
end subroutine
