! Polymorphic dummies of explicit shape and of assumed size have the bounds that they declare; dummies of assumed rank passed on keep their shape and get a type;
! array results begin with default values; polymorphic arrays assigned from themselves; elemental functions that read what is assigned; extreme values of infinities.
module things
  implicit none
  type item
    integer :: i = -1
  end type
  real :: table(4) = [1., 2., 3., 4.]
contains
  integer function shaped(x, y, z)
    class(item) :: x(:)
    class(item) :: y(0:size(x) - 1)
    class(*) :: z(2, *)
    shaped = size(y) + 10 * lbound(y, 1) + 100 * ubound(y, 1)
    select type (z)
    type is (item)
      if (any(z(1, 1:3)%i /= [1, 3, 5])) error stop 'assumed size'
    class default
      error stop 'type of assumed size'
    end select
    y(2)%i = 77
  end function
  subroutine absent(x)
    class(item), optional :: x(3)
    if (present(x)) error stop 'absent'
  end subroutine
  subroutine any_rank(x, wanted)
    type(item) :: x(..)
    integer, intent(in) :: wanted(:)
    call any_type(x, wanted)
  end subroutine
  subroutine any_type(x, wanted)
    class(item) :: x(..)
    integer, intent(in) :: wanted(:)
    if (rank(x) /= size(wanted)) error stop 'rank'
    if (any(shape(x) /= wanted) .or. any(lbound(x) /= 1)) error stop 'shape'
  end subroutine
  logical function packed(x)
    class(*), intent(in) :: x(..)
    packed = is_contiguous(x)
  end function
  function fresh(n) result(r)
    integer, intent(in) :: n
    type(item) :: r(n)
    if (any(r%i /= -1)) error stop 'results begin with defaults'
    r%i = n
  end function
  elemental real function others(n, x)
    integer, intent(in) :: n
    real, intent(in) :: x
    others = x + sum(table(:n - 1)) + sum(table(n + 1:))
  end function
end module
program polymorphic_bounds
  use things
  use, intrinsic :: ieee_arithmetic
  implicit none
  class(item), allocatable :: a(:), b(:, :), c(:, :)
  type(item), allocatable :: plain(:, :)
  type(item) :: r(3)
  real :: x(3), low
  integer :: k
  allocate (a(6), b(2:3, 4:6), c(2, 3))
  a%i = [1, 2, 3, 4, 5, 6]
  c%i = reshape(a%i, [2, 3])
  if (shaped(a(1:6:2), a(1:6:2), c) /= 3 + 200) error stop 'explicit shape'
  if (any(a%i /= [1, 2, 3, 4, 77, 6])) error stop 'copied back'
  call absent()
  call any_type(b, [2, 3])
  allocate (plain(0:1, 5))
  call any_rank(plain, [2, 5])
  if (.not. packed(b) .or. packed(b(2:2, :)) .or. packed(a(1:5:2)) .or. .not. packed(b(:, 5:))) error stop 'is_contiguous'
  if (.not. packed(x)) error stop 'is_contiguous of numbers'
  r = fresh(3)
  r = fresh(3)
  a = [a, a]
  if (size(a) /= 12 .or. a(11)%i /= 77) error stop 'from itself'
  a = a([12, 1])
  if (any(a%i /= [6, 1])) error stop 'elements of itself'
  table = others([1, 2, 3, 4], table)
  if (any(table /= 10)) error stop 'elemental functions see the module'
  low = ieee_value(low, ieee_negative_inf)
  x = low
  if (maxval(x) /= low .or. minval(-x) /= -low) error stop 'infinities'
  if (maxval(x, mask=x > 0) /= -huge(x)) error stop 'nothing'
  if (any([(maxval(x(1:k)), k=0, 1)] /= [-huge(x), low])) error stop 'empty and not'
  print *, 'PASS'
end program
