! Polymorphic pointers to arrays keep the type that a function gives, and have their own where they point to nothing.
module makers
  implicit none
  type shape
    integer :: i = 1
  end type
  type, extends(shape) :: square
    integer :: j = 2
  end type
  type, extends(square) :: tile
  end type
  type(square), target :: made(3)
contains
  function shapes() result(r)
    class(shape), pointer :: r(:)
    r => made(2:)
  end function
  function anything() result(r)
    class(*), pointer :: r(:)
    r => made(2:)
  end function
  function words() result(r)
    class(*), pointer :: r(:)
    character(3), pointer :: c(:)
    allocate (c(2), source=['abc', 'def'])
    r => c
  end function
end module

program class_pointers_from_functions
  use makers
  implicit none
  class(shape), pointer :: p(:)
  class(square), pointer :: s(:)
  class(*), pointer :: q(:)
  type(tile), target :: tiles(2)
  logical :: good = .true.
  made%j = [5, 6, 7]
  p => shapes()
  select type (p)
    type is (square)
      call check(all(p%j == [6, 7]))
    class default
      good = .false.
  end select
  q => anything()
  select type (q)
    type is (square)
      call check(all(q%j == [6, 7]))
    class default
      good = .false.
  end select
  q(0:) => words()
  call check(lbound(q, 1) == 0)
  select type (q)
    type is (character(*))
      call check(len(q) == 3 .and. all(q == ['abc', 'def']))
    class default
      good = .false.
  end select
  q => shapes()
  select type (q)
    type is (square)
      call check(all(q%j == [6, 7]))
    class default
      good = .false.
  end select
  s => tiles
  call check(.not. same_type_as(s, made))
  nullify (s)
  call check(same_type_as(s, made) .and. extends_type_of(s, p))
  s => tiles
  s => null()
  call check(same_type_as(s, p(1)))
  print '(a)', merge('PASS', 'FAIL', good)
contains
  subroutine check(holds)
    logical, intent(in) :: holds
    if (.not. holds) good = .false.
  end subroutine
end program
