! Polymorphic arrays: scalars and arrays assigned to them; data statements among the statements; a generic of a procedure's name.
module animals
  implicit none
  type, abstract :: animal
  end type animal
  type, extends(animal) :: dog
    integer :: age = 3
  end type dog
  type, extends(animal) :: cat
    real :: weight = 2.5
    character(:), allocatable :: name
  contains
    final :: put_down
  end type cat
  interface put_down
    module procedure put_down
  end interface put_down
  integer :: gone = 0
contains
  subroutine put_down(c)
    type(cat), intent(inout) :: c
    gone = gone + 1
    c%weight = 0.0
  end subroutine put_down
end module animals

program polymorphic_arrays
  use animals
  implicit none
  class(animal), allocatable :: a(:), one
  class(*), allocatable :: any(:)
  type(dog) :: rex
  logical :: good = .true.
  integer :: n
  rex%age = 9
  allocate (dog :: a(2:3))
  a = rex
  select type (a)
  type is (dog)
    if (any_wrong(a%age == [9, 9]) .or. lbound(a, 1) /= 2) call fail('scalar of the same type')
  class default
    call fail('type')
  end select
  a = cat(4.5, 'tom')
  select type (a)
  type is (cat)
    if (a(2)%name /= 'tom' .or. a(3)%weight /= 4.5) call fail('scalar of another type')
  class default
    call fail('another type')
  end select
  one = a(3)
  a = [dog(4), dog(5), dog(6)]
  a = one
  select type (a)
  type is (cat)
    if (size(a) /= 3 .or. a(1)%name /= 'tom') call fail('polymorphic scalar')
  class default
    call fail('polymorphic')
  end select
  allocate (any(3), source=1)
  any = 2.5
  select type (any)
  type is (real)
    if (sum(any) /= 7.5) call fail('class(*)')
  class default
    call fail('class(*) type')
  end select
  if (n /= 8) then
    call fail('data')
    data n / 8 /
  end if
  if (good) print '(a)', 'PASS'
contains
  logical function any_wrong(right)
    logical, intent(in) :: right(:)
    any_wrong = count(right) /= size(right)
  end function any_wrong
  subroutine fail(what)
    character(*), intent(in) :: what
    good = .false.
    print '(2a)', 'FAIL ', what
  end subroutine fail
end program polymorphic_arrays
