module parts
  implicit none
  type item
    integer, allocatable :: v(:)
  end type item
  type, extends(item) :: named_item
    character(:), allocatable :: name
    real, allocatable :: table(:, :)
  end type named_item
  type box
    class(*), allocatable :: any
    class(*), allocatable :: list(:)
    class(item), allocatable :: items(:)
  end type box
  type node
    integer :: x = 0
    type(node), allocatable :: next
    integer, allocatable :: v(:)
  end type node
contains
  integer function total(x)
    class(*), intent(in) :: x
    select type (x)
    type is (integer)
      total = x
    type is (character(*))
      total = len(x) * 1000 + ichar(x(1:1))
    type is (item)
      total = sum(x%v)
    type is (named_item)
      total = sum(x%v) + 100 * len(x%name) + 10000 * nint(sum(x%table))
    class default
      total = -1
    end select
  end function total
  function totals(x) result(t)
    class(*), intent(in) :: x(:)
    integer :: t(size(x)), i
    do i = 1, size(x)
      t(i) = total(x(i))
    end do
  end function totals
end module parts

program copies_of_objects
  use parts
  implicit none
  class(item), allocatable :: a(:), b(:), c(:)
  class(*), allocatable :: x(:), y(:), s, r
  type(named_item) :: originals(2)
  type(item) :: plain(3)
  type(box) :: b1, b2
  type(node) :: list
  type(item) :: pair(2)
  integer :: i
  do i = 1, 2
    originals(i)%v = [i, i * 2]
    originals(i)%name = repeat('ab', i)
    allocate (originals(i)%table(2, i))
    originals(i)%table = i
  end do
  do i = 1, 3
    plain(i)%v = [(i, integer :: k = 1, i)]
  end do
  allocate (a, source=originals)
  originals(1)%v = 99
  call check(all(totals(a) == [20203, 80406]), 'source= of a type')
  b = a
  deallocate (a)
  call check(all(totals(b) == [20203, 80406]), 'assignment to class(item)')
  allocate (x, source=b)
  select type (b)
  type is (named_item)
    b(1)%v(1) = -5
    b(2)%table = 100
  end select
  call check(all(totals(x) == [20203, 80406]), 'source= of class(item) for class(*)')
  y = x
  deallocate (x)
  call check(all(totals(y) == [20203, 80406]), 'assignment of class(*)')
  call move_alloc(y, x)
  call check(allocated(x) .and. .not. allocated(y), 'move_alloc')
  call check(all(totals(x) == [20203, 80406]), 'what has moved')
  allocate (a(3), source=b(2))
  select type (b)
  type is (named_item)
    b(2)%v = 0
  end select
  call check(all(totals(a) == 4000406), 'an element as the source of an array')
  s = 'hello'
  r = s
  call check(total(r) == 5104, 'characters in class(*)')
  deallocate (x)
  allocate (x, source=['abc', 'def'])
  y = x
  call check(all(totals(y) == [3097, 3100]), 'arrays of characters in class(*)')
  allocate (b1%any, source=s)
  b1%list = x
  allocate (b1%items, source=plain(2:3))
  b2 = b1
  deallocate (b1%items)
  b1%any = 3
  call check(total(b1%any) == 3 .and. total(b2%any) == 5104, 'component of class(*)')
  call check(all(totals(b2%list) == [3097, 3100]), 'array component of class(*)')
  call check(all(totals(b2%items) == [4, 9]), 'array component of class(item)')
  b1 = b2
  b1%items(1)%v = 55
  call check(all(totals(b2%items) == [4, 9]), 'two copies')
  allocate (c, source=plain)
  c = c(3:1:-1)
  call check(all(totals(c) == [9, 4, 1]), 'a section of itself')
  c = c
  call check(all(totals(c) == [9, 4, 1]), 'itself')
  x = x(2:2)
  call check(all(totals(x) == [3100]), 'a section of class(*)')
  b = [c(1), c(3)]
  deallocate (c)
  call check(all(totals(b) == [9, 1]), 'constructor of polymorphic elements')
  s = s
  call check(total(s) == 5104, 'a scalar that is itself')
  pair(1)%v = [1, 2, 3]
  pair(2)%v = [4]
  pair(1) = pair(1)
  i = 2
  pair(2) = pair(i)
  call check(all(totals(pair) == [6, 4]), 'an element that is itself')
  pair = pair(2:1:-1)
  call check(all(totals(pair) == [4, 6]), 'reversed')
  list%x = 1
  list%v = [1]
  allocate (list%next)
  list%next%x = 2
  list%next%v = [2, 2]
  allocate (list%next%next)
  list%next%next%x = 3
  list%next%next%v = [3, 3, 3]
  list = list%next
  call check(list%x == 2 .and. size(list%v) == 2 .and. all(list%next%v == 3), 'a part of itself')
  list = list
  list = list%next
  call check(list%x == 3 .and. size(list%v) == 3 .and. .not. allocated(list%next), 'the last part')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program copies_of_objects
