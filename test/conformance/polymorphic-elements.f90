! Arrays of class(t): elements given to elemental procedures, sections and functions' results keep their dynamic type; as arrays of the parent they are packed.
module shapes
  implicit none
  type, abstract :: shape_t
  contains
    procedure(area_of), deferred :: area
    procedure(copy_of), deferred :: copy
    generic :: assignment(=) => copy
  end type shape_t
  abstract interface
    elemental real function area_of(this)
      import shape_t
      class(shape_t), intent(in) :: this
    end function area_of
    impure elemental subroutine copy_of(this, from)
      import shape_t
      class(shape_t), intent(out) :: this
      class(shape_t), intent(in) :: from
    end subroutine copy_of
  end interface
  type, extends(shape_t) :: square
    real :: side = 1
  contains
    procedure :: area => area_of_square
    procedure :: copy => copy_of_square
  end type square
  type :: base
    integer :: i = 1
    real, allocatable :: r(:)
  end type base
  type, extends(base) :: more
    real :: x = 2
  end type more
contains
  elemental real function area_of_square(this) result(area)
    class(square), intent(in) :: this
    area = this%side**2
  end function area_of_square
  impure elemental subroutine copy_of_square(this, from)
    class(square), intent(out) :: this
    class(shape_t), intent(in) :: from
    select type (from)
    class is (square)
      this%side = from%side
    class default
      this%side = -1
    end select
  end subroutine copy_of_square
  elemental real function weight(b)
    class(base), intent(in) :: b
    select type (b)
    type is (more)
      weight = b%x
    class default
      weight = 0
    end select
  end function weight
  function made(n) result(list)
    integer, intent(in) :: n
    class(base), allocatable :: list(:)
    integer :: k
    if (n > 0) then
      allocate (list(n), source=[(more(k, [real :: k, k], 10.0 * k), k = 1, n)])
    else
      allocate (list(2), source=base(7, [0.0]))
    end if
  end function made
  logical function is_more(list, i)
    class(base), intent(in) :: list(:)
    integer, intent(in) :: i(:)
    is_more = .false.
    if (size(list) /= size(i)) return
    select type (list)
    type is (more)
      is_more = all(list%i == i) .and. all(list%x == 10.0 * i)
    end select
  end function is_more
  integer function assumed(list)
    type(base), intent(inout) :: list(:)
    assumed = sum(list%i)
    list%i = list%i + 1
  end function assumed
  integer function explicit(list, n)
    integer, intent(in) :: n
    type(base), intent(inout) :: list(n)
    explicit = sum(list%i) + nint(list(n)%r(2))
    list(1)%r = [1.0, 2.0, 3.0]
    list%i = list%i + 1
  end function explicit
end module shapes

program polymorphic_elements
  use shapes
  implicit none
  class(shape_t), allocatable :: a(:), b(:)
  class(base), allocatable :: list(:), some(:), grid(:, :)
  logical :: good = .true.
  integer :: i
  allocate (a(4), source=[(square(real(i)), i = 1, 4)])
  call check(all(a%area() == [1.0, 4.0, 9.0, 16.0]))
  allocate (b(4), source=a)
  a = b([4, 1, 3, 2])
  call check(all(a%area() == [16.0, 1.0, 9.0, 4.0]))
  a(1:2) = b(3:4)
  call check(all(a%area() == [9.0, 16.0, 9.0, 4.0]))
  allocate (list, source=made(3))
  call check(all(weight(list) == [10.0, 20.0, 30.0]))
  call check(all(weight(list(3:1:-2)) == [30.0, 10.0]))
  call check(is_more(list, [1, 2, 3]))
  call check(is_more(made(2), [1, 2]))
  call check(.not. is_more(made(0), [7, 7]))
  call check(is_more((list), [1, 2, 3]))
  call check(is_more(list([3, 1]), [3, 1]))
  call check(is_more(reshape(list, [2]), [1, 2]))
  call check(is_more(pack(list, list%i /= 2), [1, 3]))
  call check(is_more(cshift(list, 1), [2, 3, 1]))
  allocate (grid(3, 2), source=transpose(reshape(made(6), [2, 3])))
  call check(is_more(grid(:, 2), [2, 4, 6]))
  some = list(2:3)
  call check(is_more(some, [2, 3]))
  call check(assumed(list) == 6)
  call check(all(list%i == [2, 3, 4]) .and. all(weight(list) == [10.0, 20.0, 30.0]))
  call check(explicit(list, 3) == 12)
  call check(explicit(list(1:3:2), 2) == 11)
  call check(all(list%i == [4, 4, 6]) .and. all(weight(list) == [10.0, 20.0, 30.0]))
  call check(size(list(1)%r) == 3 .and. list(2)%r(1) == 2)
  if (good) print '(a)', 'PASS'
contains
  subroutine check(ok)
    logical, intent(in) :: ok
    if (ok) return
    good = .false.
    print *, 'wrong'
  end subroutine check
end program polymorphic_elements
