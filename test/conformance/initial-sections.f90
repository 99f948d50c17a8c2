! Pointers that begin as sections, components and parts of targets, as characters of deferred length, and as polymorphic ones.
module places
  implicit none
  type base
    integer :: a(3) = [1, 2, 3]
    real :: r = 1
  end type base
  type, extends(base) :: more
    integer :: k = 9
  end type more
  integer, target :: x(2:6) = [2, 3, 4, 5, 6]
  type(base), target :: objects(3)
  type(more), target :: object
  complex, target :: z = (1, 2)
  character(16), target :: text = 'forty two'
  integer, pointer :: whole(:) => x, odd(:) => x(3:6:2), back(:) => x(6:2:-2), inner(:) => objects(2)%a
  integer, pointer :: across(:) => objects(:)%a(2), one => x(4)
  real, pointer :: im => z%im
  character(:), pointer :: all_of_it => text, part => text(2:5)
  class(base), pointer :: any_base => object
  class(*), pointer :: anything => x(3), list(:) => x(3:4)
end module places

program initial_sections
  use places
  implicit none
  logical :: good
  good = lbound(whole, 1) == 2 .and. all(whole == [2, 3, 4, 5, 6])
  good = good .and. lbound(odd, 1) == 1 .and. all(odd == [3, 5]) .and. all(back == [6, 4, 2]) .and. one == 4
  objects(2)%a = [7, 8, 9]
  good = good .and. all(inner == [7, 8, 9]) .and. all(across == [2, 8, 2])
  z = (3, 4)
  good = good .and. im == 4 .and. len(all_of_it) == 16 .and. all_of_it == 'forty two' .and. part == 'orty'
  select type (any_base)
  type is (more)
    good = good .and. any_base%k == 9
  class default
    good = .false.
  end select
  select type (anything)
  type is (integer)
    good = good .and. anything == 3
  class default
    good = .false.
  end select
  select type (list)
  type is (integer)
    good = good .and. all(list == [3, 4])
  class default
    good = .false.
  end select
  if (good) print '(a)', 'PASS'
end program initial_sections
