! `data` for pointers: variables, components of objects, of elements, of nested objects; targets that are variables, arrays, elements and components; null().
module owners
  implicit none
  type inner
    integer, pointer :: p => null()
  end type
  type owner
    integer :: k = 4
    integer, pointer :: p => null()
    real, pointer :: v(:) => null()
    type(inner) :: in(2)
    character(3), pointer :: text => null()
  end type
  type plain
    integer :: n(2)
  end type
  integer, target, save :: i = 11, j(3) = [1, 2, 3]
  real, target, save :: r(2:5) = [1.0, 2.0, 3.0, 4.0]
  character(3), target, save :: c = 'abc'
  type(plain), target, save :: object = plain([5, 6])
  type(owner) :: list(3), one, two
  data list(2)%p, list(3)%p / i, j(2) /, list(1)%v / r /, one / owner(9, null(), null(), inner(null()), null()) /
  data two%k, two%p, two%in(2)%p, two%text / 77, object%n(2), i, c /
end module

program data_pointers
  use owners
  implicit none
  integer, pointer :: whole(:), single, nothing
  integer, target, save :: local(2) = [8, 9]
  type(inner) :: own
  logical :: good = .true.
  data whole, single, nothing / local, local(2), null() /, own%p / local(1) /
  call check(.not. associated(list(1)%p) .and. list(2)%p == 11 .and. list(3)%p == 2, 'elements')
  call check(all(list%k == 4) .and. one%k == 9 .and. two%k == 77, 'other components')
  call check(size(list(1)%v) == 4 .and. lbound(list(1)%v, 1) == 2 .and. list(1)%v(5) == 4, 'array')
  call check(.not. associated(one%p) .and. .not. associated(one%in(1)%p) .and. .not. associated(list(2)%v), 'null')
  call check(two%p == 6 .and. two%in(2)%p == 11 .and. .not. associated(two%in(1)%p) .and. two%text == 'abc', 'nested')
  object%n(2) = 60
  call check(two%p == 60, 'a component as the target')
  call check(all(whole == [8, 9]) .and. single == 9 .and. .not. associated(nothing) .and. own%p == 8, 'variables')
  if (good) print '(a)', 'PASS'
contains
  subroutine check(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    good = .false.
    print '(2a)', 'FAIL ', what
  end subroutine
end program
