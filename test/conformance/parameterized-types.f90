! Derived types with kind and length parameters of constant value.
module shapes
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  type :: vector(k, n)
    integer, kind :: k = kind(1.0)
    integer, len :: n = 3
    real(k) :: x(n) = 1.0_k
    type(vector(k, n)), pointer :: next => null()
  end type vector
  type, extends(vector) :: named(m)
    integer, len :: m = 5
    character(m) :: name = 'none'
  end type named
  type :: cell(k)
    integer, kind :: k
    integer(k) :: i = 7
  end type cell
  interface norm
    module procedure norm4, norm8
  end interface norm
contains
  real function norm4(v)
    type(vector(4, 3)), intent(in) :: v
    norm4 = sum(v%x**2)
  end function norm4
  real(dp) function norm8(v)
    type(vector(dp, 3)), intent(in) :: v
    norm8 = sum(v%x**2)
  end function norm8
end module shapes

program parameterized_types
  use shapes, v => vector
  implicit none
  type(v) :: a
  type(v(dp)) :: b, list(4)
  type(v(n=10)) :: long
  type(v(k=dp, n=2)), allocatable, target :: c(:)
  type(named(4, 2, 8)) :: d
  type(cell(2)) :: e
  class(v(4, 2)), allocatable :: p
  logical :: good = .true.
  integer :: i
  call check(a%k == 4 .and. b%k == 8 .and. a%n == 3 .and. long%n == 10 .and. size(long%x) == 10, 'inquiry')
  call check(kind(a%x) == 4 .and. kind(b%x) == 8 .and. all(a%x == 1.0), 'kinds, defaults')
  a%x = [1.0, 2.0, 3.0]
  b%x = 2.0_dp
  call check(norm(a) == 14.0 .and. norm(b) == 12.0_dp .and. kind(norm(b)) == dp, 'generic')
  list = b
  call check(sum([(norm(list(i)), i = 1, 4)]) == 48.0_dp, 'arrays')
  allocate (c(2))
  c(1)%x = [3.0_dp, 4.0_dp]
  c(1)%next => c(2)
  call check(associated(c(1)%next) .and. c(1)%next%x(2) == 1.0_dp .and. sum(c(1)%x) == 7.0_dp, 'pointers')
  call check(d%name == 'none' .and. len(d%name) == 8 .and. size(d%x) == 2 .and. d%m == 8 .and. d%n == 2, 'extended')
  call check(e%i == 7 .and. kind(e%i) == 2 .and. storage_size(e%i) == 16, 'cell')
  allocate (named(4, 2, 8) :: p)
  select type (p)
  type is (named(4, 2, 8))
    p%name = 'it'
    call check(len(p%name) == 8 .and. p%name == 'it', 'select type')
  class default
    call check(.false., 'select type')
  end select
  if (good) print '(a)', 'PASS'
contains
  subroutine check(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    good = .false.
    print '(2a)', 'FAIL ', what
  end subroutine check
end program parameterized_types
