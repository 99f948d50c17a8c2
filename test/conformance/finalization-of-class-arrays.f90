! Final procedures of polymorphic objects and arrays (Fortran 2018, 7.5.6): the one of the array's rank, elemental, of assumed rank; the extended type
! before the type that it extends, components after the procedure of their type; deallocation, assignment, intent(out), results, the end of a scope.
module kinds_of_ends
  implicit none
  character(400) :: log = ''
  type base
    integer :: i = 0
  contains
    final :: base_scalar, base_vector
  end type
  type, extends(base) :: more
    integer :: j = 0
  contains
    final :: more_each
  end type
  type open
    integer :: k = 7
  contains
    final :: open_any
  end type
  type holder
    type(open) :: parts(2)
    class(base), allocatable :: list(:)
  contains
    final :: holder_scalar
  end type
contains
  subroutine note(text, n)
    character(*), intent(in) :: text
    integer, intent(in) :: n
    character(12) :: number
    write (number, '(i0)') n
    log = trim(log)//text//trim(number)//' '
    log(len_trim(log) + 1:) = ';'
  end subroutine
  subroutine base_scalar(x)
    type(base), intent(inout) :: x
    call note('b', x%i)
  end subroutine
  subroutine base_vector(x)
    type(base), intent(inout) :: x(:)
    call note('B', sum(x%i)*10 + size(x))
  end subroutine
  impure elemental subroutine more_each(x)
    type(more), intent(inout) :: x
    call note('m', x%j)
  end subroutine
  subroutine open_any(x)
    type(open), intent(inout) :: x(..)
    call note('o', rank(x)*100 + size(x))
  end subroutine
  subroutine holder_scalar(x)
    type(holder), intent(inout) :: x
    call note('h', 0)
  end subroutine
  function one(n) result(r)
    integer, intent(in) :: n
    class(base), allocatable :: r
    allocate (r, source=more(n, 10*n))
  end function
  function several(n) result(r)
    integer, intent(in) :: n
    class(base), allocatable :: r(:)
    type(more), allocatable :: made(:)
    integer :: i
    allocate (made(n))
    do i = 1, n
      made(i)%i = i
      made(i)%j = 10*i
    end do
    call move_alloc(made, r)
  end function
  subroutine refresh(x)
    class(base), intent(out) :: x(:)
  end subroutine
  subroutine refresh_fixed(x)
    class(base), intent(out) :: x(2, 2)
  end subroutine
end module

program ends
  use kinds_of_ends
  implicit none
  integer :: failures = 0
  class(base), allocatable :: a(:), b, grid(:, :)
  class(base), pointer :: p(:)
  class(*), allocatable :: u(:, :)
  class(open), allocatable :: o(:, :, :), s
  integer :: i

  allocate (a(3))
  a%i = [1, 2, 3]
  deallocate (a)
  call expect('vector', 'B63;')

  allocate (more :: a(2))
  a%i = [4, 5]
  deallocate (a)
  call expect('extended vector', 'm0;m0;B92;')

  allocate (more :: grid(2, 2))
  deallocate (grid)
  call expect('no procedure for the rank', 'm0;m0;m0;m0;')

  allocate (o(2, 3, 4), s)
  deallocate (o, s)
  call expect('assumed rank', 'o324;o1;')

  allocate (open :: u(5, 2))
  deallocate (u)
  call expect('class(*)', 'o210;')

  allocate (p(4))
  p%i = 1
  deallocate (p)
  call expect('pointer', 'B44;')

  b = one(1)
  call expect('scalar result', 'm10;b1;')
  b = one(2)
  call expect('assignment', 'm10;b1;m20;b2;')
  deallocate (b)
  call expect('deallocate', 'm20;b2;')
  allocate (b, source=one(3))
  call expect('source', 'm30;b3;')
  deallocate (b)
  log = ''

  a = several(2)
  call expect('array result', 'm10;m20;B32;')
  a = several(3)
  call expect('array assignment', 'm10;m20;B32;m10;m20;m30;B63;')
  call refresh(a(::2))
  call expect('intent(out)', 'm10;m30;B42;')
  if (any(a%i /= [0, 2, 0])) call fail('defaults after intent(out)')
  deallocate (a)
  log = ''

  allocate (more :: grid(3, 3))
  do i = 1, 3
    grid(i, :)%i = i
  end do
  call refresh_fixed(grid(1:3:2, 2:3))
  call expect('intent(out) of explicit shape', 'm0;m0;m0;m0;')
  if (any(grid(:, 2)%i /= [0, 2, 0]) .or. any(grid(:, 1)%i /= [1, 2, 3])) call fail('defaults of explicit shape')

  block
    class(base), allocatable :: local(:)
    type(holder) :: h
    allocate (more :: local(1))
    allocate (h%list(2))
    h%list%i = 3
  end block
  call expect('end of a block', 'h0;o102;B62;m0;B1;', 'm0;B1;h0;o102;B62;')

  call of_components()
  if (failures > 0) error stop
  print '(a)', 'PASS'
contains
  subroutine of_components()
    class(holder), allocatable :: h(:)
    allocate (h(2))
    allocate (more :: h(2)%list(1))
    deallocate (h)
    call expect('components', 'o102;o102;m0;B1;')
  end subroutine
  subroutine expect(what, first, second)
    character(*), intent(in) :: what, first
    character(*), intent(in), optional :: second
    character(400) :: told
    integer :: i
    told = ''
    do i = 1, len_trim(log)
      if (log(i:i) /= ' ') told = trim(told)//log(i:i)
    end do
    log = ''
    if (told == first) return
    if (present(second)) then
      if (told == second) return
    end if
    call fail(what//': '//trim(told)//' instead of '//first)
  end subroutine
  subroutine fail(what)
    character(*), intent(in) :: what
    print '(a)', what
    failures = failures + 1
  end subroutine
end program
