! Temporaries of types with allocatable components begin empty, whatever lay on the stack before, and what they hold is freed.
module keys
  implicit none
  type key
    character(:), allocatable :: name
    integer :: origin = 3
  end type
  type box
    type(key) :: inner
    real, allocatable :: values(:)
  end type
  type path
    type(key), allocatable :: parts(:)
  end type
contains
  function new_path(a, b) result(p)
    character(*), intent(in) :: a, b
    type(path) :: p
    allocate (p%parts(2))
    p%parts(:) = [key(a), key(b, 5)]
  end function
  elemental function boxed(n) result(b)
    integer, intent(in) :: n
    type(box) :: b
    integer :: i
    b%inner%name = repeat('x', n)
    b%values = [(real(i), i = 1, n)]
  end function
  integer function total(list)
    type(box), intent(in) :: list(:)
    integer :: i
    total = 0
    do i = 1, size(list)
      if (allocated(list(i)%inner%name)) total = total + 100 * len(list(i)%inner%name)
      if (allocated(list(i)%values)) total = total + size(list(i)%values)
    end do
  end function
  ! Leaves something on the stack that looks like memory of the heap.
  subroutine stain(blocks)
    integer(8), intent(in) :: blocks(:)
    integer(8) :: room(256)
    integer :: i
    do i = 1, size(room)
      room(i) = blocks(mod(i, size(blocks)) + 1)
    end do
    if (sum(room) == 1) print *, 'never'
  end subroutine
end module

program temporaries_of_objects
  use keys
  implicit none
  type(box) :: a(4), b(4), c(2, 2)
  type(path) :: p
  integer, allocatable, target :: kept(:), more(:)
  integer(8) :: blocks(2)
  integer :: i, k
  logical :: mask(4) = [.true., .false., .true., .false.]
  kept = [(i, i = 1, 10)]
  more = [(i, i = 11, 20)]
  blocks = [loc(kept), loc(more)]
  do k = 1, 50
    call stain(blocks)
    p = new_path('ab', 'cde')
    if (p%parts(1)%name // p%parts(2)%name /= 'abcde' .or. p%parts(2)%origin /= 5) error stop 1
    call stain(blocks)
    a = [boxed(1), boxed(2), boxed(3), boxed(4)]
    if (total(a) /= 1010) error stop 2
    call stain(blocks)
    a = [(boxed(i), i = 4, 1, -1)]
    if (total(a(1:2)) /= 707) error stop 3
    call stain(blocks)
    b = [a(3:4), a(1:2)]
    if (total(b(3:4)) /= 707 .or. total(b) /= 1010) error stop 4
    call stain(blocks)
    if (total(pack(a, mask)) /= 606) error stop 5
    call stain(blocks)
    b = unpack(a(1:2), mask, a)
    if (total(b) /= 1111) error stop 6
    call stain(blocks)
    b = eoshift(a, 1, boundary=boxed(7))
    if (total(b) /= 1313) error stop 7
    call stain(blocks)
    b = cshift(a, 2)
    if (total(b(1:2)) /= 303) error stop 8
    call stain(blocks)
    c = reshape(a, [2, 2], order=[2, 1])
    if (total(c(:, 1)) /= 606) error stop 9
    call stain(blocks)
    c = reshape(a(1:1), [2, 2], pad=a(4:4))
    if (total(c(:, 2)) /= 202) error stop 10
    call stain(blocks)
    if (total(a([4, 1, 1])) /= 909) error stop 11
    call stain(blocks)
    forall (i = 1:4) b(i) = a(5 - i)
    if (total(b(3:4)) /= 707) error stop 12
    call stain(blocks)
    forall (i = 2:4) b(i) = b(i - 1)
    if (total(b) /= 707) error stop 13
    call stain(blocks)
    b(2:4) = b(1:3)
    b = merge(a, b, mask)
    if (total(b) /= 909) error stop 14
    call stain(blocks)
    b = boxed([1, 2, 3, 4])
    if (total(b) /= 1010) error stop 15
    call stain(blocks)
    if (total(spread(b(4), 1, 3)) /= 1212) error stop 16
    if (any(kept /= [(i, i = 1, 10)]) .or. any(more /= [(i, i = 11, 20)])) error stop 17
  end do
  print *, 'PASS'
end program
