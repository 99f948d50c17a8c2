! What has no value or no place when it is asked for, and sizes that do not fit although no constant says so.
module places
  implicit none
  type point
    integer :: i
  end type point
  type list
    real, allocatable :: x(:)
  end type list
  type(point), pointer :: moving
  type(point), target :: fixed
  !ERROR: not-a-target
  integer, pointer :: p => moving%i
  integer, pointer :: q => fixed%i
  !ERROR: not-constant
  type(list) :: full = list([1.0, 2.0])
  type(list) :: empty = list(null())
  !ERROR: rank-mismatch
  integer, parameter :: flat(*) = reshape([1, 2, 3, 4], [2, 2])
  integer, parameter :: table(*, *) = reshape([1, 2, 3, 4], [2, 2])
  type work
    procedure(one), nopass, pointer :: f => null()
  end type work
contains
  integer function one(n)
    integer, intent(in) :: n
    one = n
  end function one
  subroutine values(w, a, n, *)
    type(work), intent(in) :: w
    integer, intent(in) :: a(..)
    integer, intent(in) :: n
    procedure(one), pointer :: g
    integer :: b(10), i(2), x(2, 2), j, k
    character(n) :: text
    g => w%f
    !ERROR: procedure-as-value
    b(1) = w%f
    !ERROR: procedure-as-value
    b(2) = g
    b(3) = g(1) + w%f(2)
    !ERROR: assumed-rank-used
    b(4) = sum(a)
    b(5) = size(a)
    b(n + 1 : n + 3) = [1, 2, 3]
    !ERROR: shape-mismatch
    b(n + 1 : n + 3) = [1, 2]
    !ERROR: shape-mismatch
    b(n - 1 : n) = b(n : n + 2)
    !ERROR: shape-mismatch
    i = pack(b, b > 0, [1, 2, 3])
    !ERROR: zero-step
    data ((x(j, k), j = 1, 2, k - 1), k = 1, 2) /4 * 1/
    !ERROR: not-constant
    data text /'a'/
    !ERROR: not-an-integer
    return i
  end subroutine values
end module places

! Literals without a type, where nothing gives them one.
subroutine typeless(a)
  integer, intent(in) :: a(255)
  real :: x = z'3f800000'
  integer :: i
  integer(8), parameter :: mask = z'ffffffff'
  data i /z'7f'/
  x = real(z'40000000') + x
  i = ior(i, z'80') + int(z'1', 8) + cmplx(z'3f800000', z'3f800000')
  !WARNING: typeless-literal
  print *, z'10110', mask
  !WARNING: typeless-literal
  i = a(z'1')
  !WARNING: typeless-literal
  !WARNING: typeless-literal
  i = iand(z'0f', z'ff')
  !WARNING: typeless-literal
  print *, storage_size(b'1'), x
  !WARNING: typeless-literal
  call unknown(o'17')
end subroutine
