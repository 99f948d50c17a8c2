! Constants made of structures: components of constant arrays, parts in parentheses, powers of complex numbers, concatenated arrays, merge.
module constants
  implicit none
  type part
    integer :: i = 3
    character(4) :: name = 'none'
    real :: v(2) = [1.0, 2.0]
  end type part
  type whole
    type(part) :: parts(2)
    complex :: z
  end type whole
  type(part), parameter :: list(3) = [part(1, 'a'), part(2, 'b'), part(name='c')]
  character(4), parameter :: names(*) = list%name
  integer, parameter :: total = sum(list%i)
  type(whole), parameter :: all_of_it = whole((/(part(9)), part(8)/), (1.0, 2.0)**2)
  complex(8), parameter :: inverse = (0d0, 2d0)**(-3), one = (2d0, 1d0)**0, root = (0d0, 4d0)**(0.5d0, 0d0)
  character(*), parameter :: labels(2) = 'x_' // ['a', 'b'] // '!'
  type(part), parameter :: chosen = merge(part(5), part(6), total > 5)
  type, extends(part) :: longer
    real :: x = 2
  end type longer
  type(part), parameter :: merged(3) = merge(part(9), [list(1:2), part(7)], [.false., .true., .false.])
  type(part), parameter :: packed(2) = pack(list, [.true., .false., .true.])
  type(part), parameter :: square(2, 2) = transpose(reshape([list, part(4)], [2, 2]))
  type(part), parameter :: copies(2, 3) = spread(list(2:3), 2, 3), turned(3) = cshift(list, 1)
  type(part) :: plain
  type(longer) :: more
  logical, parameter :: relations(4) = [same_type_as(plain, more), same_type_as(more, more), &
    extends_type_of(more, plain), extends_type_of(plain, more)]
  character(3) :: texts(2) = 'a' // ['b', 'c']
  integer :: sizes(total) = 7
end module constants

program constants_of_structures
  use constants
  implicit none
  logical :: good
  good = all(names == ['a', 'b', 'c']) .and. size(names) == 3 .and. total == 6 .and. size(sizes) == 6
  good = good .and. all(all_of_it%parts%i == [9, 8]) .and. all_of_it%z == (-3, 4)
  good = good .and. inverse == (0d0, 0.125d0) .and. one == 1 .and. abs(root**2 - (0d0, 4d0)) < 1d-14
  good = good .and. all(labels == ['x_a!', 'x_b!']) .and. len(labels) == 4 .and. chosen%i == 5
  good = good .and. all(texts == ['ab ', 'ac '])
  good = good .and. all(merged%i == [1, 9, 7]) .and. size(packed) == 2 .and. packed(2)%name == 'c'
  good = good .and. all(reshape(square%i, [4]) == [1, list(3)%i, 2, 4]) .and. all(turned%name == ['b', 'c', 'a'])
  good = good .and. all(copies(1, :)%i == 2) .and. all(relations .eqv. [.false., .true., .true., .false.])
  if (good) print '(a)', 'PASS'
end program constants_of_structures
