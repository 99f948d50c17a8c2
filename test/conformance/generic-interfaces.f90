module vectors
  implicit none
  type vector
    real :: x = 0, y = 0
  end type vector
  interface norm
    module procedure norm_vector, norm_array, norm_integer
  end interface norm
  interface operator(+)
    module procedure add
  end interface
  interface operator(.dot.)
    module procedure dot
  end interface
  interface operator(==)
    module procedure same
  end interface
  interface assignment(=)
    module procedure from_array
  end interface
  interface vector
    module procedure diagonal
  end interface vector
contains
  real function norm_vector(v)
    type(vector), intent(in) :: v
    norm_vector = sqrt(v%x**2 + v%y**2)
  end function norm_vector
  real function norm_array(a)
    real, intent(in) :: a(:)
    norm_array = sqrt(sum(a**2))
  end function norm_array
  integer function norm_integer(i)
    integer, intent(in) :: i
    norm_integer = abs(i)
  end function norm_integer
  type(vector) function add(a, b)
    type(vector), intent(in) :: a, b
    add = vector(a%x + b%x, a%y + b%y)
  end function add
  real function dot(a, b)
    type(vector), intent(in) :: a, b
    dot = a%x * b%x + a%y * b%y
  end function dot
  logical function same(a, b)
    type(vector), intent(in) :: a, b
    same = a%x == b%x .and. a%y == b%y
  end function same
  subroutine from_array(v, a)
    type(vector), intent(out) :: v
    real, intent(in) :: a(2)
    v%x = a(1)
    v%y = a(2)
  end subroutine from_array
  type(vector) function diagonal(length)
    real, intent(in) :: length
    diagonal%x = length
    diagonal%y = length
  end function diagonal
end module vectors

program generic_interfaces
  use vectors
  implicit none
  type(vector) :: v, w
  v = [3.0, 4.0]
  w = vector(1.0, 1.0)
  call check(norm(v) == 5.0, 'generic by type')
  call check(norm([2.0, 3.0, 6.0]) == 7.0, 'generic by rank')
  call check(norm(-9) == 9, 'generic by base')
  call check(v + w == vector(4.0, 5.0), 'operators')
  call check((v .dot. w) == 7.0, 'named operator')
  call check(vector(2.0) == vector(2.0, 2.0), 'constructor by generic')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program generic_interfaces
