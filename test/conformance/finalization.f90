! Final procedures: of results of functions, of what assignments replace, of intent(out) dummies, arrays by their rank, components and parents in order.
module finalized_types
  implicit none
  integer :: log(100), n = 0
  type :: inner
    integer :: id = 0
  contains
    final :: fin_inner
  end type
  type :: base
    integer :: id = 0
  contains
    final :: fin_base, fin_base1
  end type
  type, extends(base) :: ext
    type(inner) :: part
  contains
    final :: fin_ext
  end type
  type :: holder
    type(inner), allocatable :: a
    type(inner) :: b(2)
  end type
contains
  subroutine note(k)
    integer, intent(in) :: k
    n = n + 1
    log(n) = k
  end subroutine
  impure elemental subroutine fin_inner(x)
    type(inner), intent(inout) :: x
    call note(1000 + x%id)
  end subroutine
  subroutine fin_base(x)
    type(base), intent(inout) :: x
    call note(2000 + x%id)
  end subroutine
  subroutine fin_base1(x)
    type(base), intent(inout) :: x(:)
    call note(3000 + 10*size(x) + x(1)%id)
  end subroutine
  subroutine fin_ext(x)
    type(ext), intent(inout) :: x
    call note(4000 + x%id)
  end subroutine
  function make(k) result(r)
    integer, intent(in) :: k
    type(base) :: r
    r%id = k
  end function
  function make_alloc(k) result(r)
    integer, intent(in) :: k
    type(base), allocatable :: r
    allocate(r)
    r%id = k
  end function
  function make_array(k) result(r)
    integer, intent(in) :: k
    type(base) :: r(2)
    r%id = k
  end function
  function make_class(k) result(r)
    integer, intent(in) :: k
    class(base), allocatable :: r
    allocate(ext :: r)
    r%id = k
  end function
  subroutine out(x)
    type(base), intent(out) :: x
    call note(1)
  end subroutine
  subroutine out_alloc(x)
    type(base), allocatable, intent(out) :: x
    call note(2)
  end subroutine
  subroutine out_class(x)
    class(base), intent(out) :: x
    call note(3)
  end subroutine
  subroutine take(x)
    type(base), intent(in) :: x
    call note(4)
  end subroutine
  subroutine locals
    type(base) :: a
    type(base), allocatable :: b, c(:)
    type(holder) :: h
    class(base), allocatable :: p
    type(base), pointer :: q
    type(base), save :: s
    a%id = 1
    allocate(b); b%id = 2
    allocate(c(3)); c%id = 3
    allocate(h%a); h%a%id = 4; h%b%id = [5, 6]
    allocate(ext :: p); p%id = 7
    allocate(q); q%id = 8
    s%id = 9
    call note(5)
  end subroutine
  subroutine blk
    integer :: i
    do i = 1, 2
      block
        type(base) :: z
        z%id = 20 + i
      end block
      call note(6)
    end do
  end subroutine
  ! What was noted since the last time.
  subroutine expect(what, wanted)
    character(*), intent(in) :: what
    integer, intent(in) :: wanted(:)
    logical :: same
    same = n == size(wanted)
    if (same) same = all(log(:n) == wanted)
    if (.not. same) then
      print *, what, ':', log(:n), 'instead of', wanted
      error stop 'finalization'
    end if
    n = 0
  end subroutine
  integer function ident(x)
    type(base), intent(in) :: x
    ident = x%id
  end function
  subroutine val(x)
    type(base), value :: x
    x%id = 77
    call note(7)
  end subroutine
end module finalized_types
program finalization
  use finalized_types
  implicit none
  call go
  print *, 'PASS'
contains
subroutine go
  type(base) :: x, y
  type(base), allocatable :: a
  class(base), allocatable :: cl
  type(base) :: arr(2)
  type(ext) :: e
  type(holder) :: h1, h2
  type(base), pointer :: pp(:)
  integer :: k
  character(20) :: text
  x%id = 10
  x = make(11)
  call expect('x = make', [2010, 2011])
  y%id = 12; x = y
  call expect('x = y', [2011])
  call take(make(13))
  call expect('take(make)', [4, 2013])
  k = ident(make(14)) + ident(make(15)); if (n /= 2 .or. sum(log(:2)) /= 2014 + 2015) error stop 'expr'; n = 0
  call out(x)
  call expect('out', [2012, 1])
  allocate(a); a%id = 16
  call out_alloc(a)
  call expect('out_alloc', [2016, 2])
  a = make(17)
  call expect('a = make unalloc', [2017])
  a = make(18)
  call expect('a = make alloc', [2017, 2018])
  a = make_alloc(19)
  call expect('a = make_alloc', [2018, 2019])
  arr%id = 20
  arr = make_array(21)
  call expect('arr = make_array', [3040, 3041])
  arr = x
  call expect('arr = x', [3041])
  cl = make_class(22)
  call expect('cl = make_class', [4022, 1000, 2022])
  call out_class(cl)
  call expect('out_class', [4022, 1000, 2022, 3])
  deallocate(cl)
  call expect('deallocate cl', [4000, 1000, 2000])
  e%id = 23; e%part%id = 24
  e = ext(25, part=inner(26))
  call expect('e = ext()', [4023, 1024, 2023])
  call locals
  call expect('locals', [5, 4007, 1000, 2007, 1004, 1005, 1006, 3033, 2002, 2001])
  call blk
  call expect('block', [2021, 6, 2022, 6])
  allocate(h1%a); h1%a%id = 30; h1%b%id = [31,32]
  h2 = h1
  call expect('h2 = h1', [1000, 1000])
  h2 = h1
  call expect('h2 = h1 again', [1031, 1032, 1030])
  allocate(pp(2)); pp%id = 33
  deallocate(pp)
  call expect('deallocate pp', [3053])
  deallocate(a)
  call expect('deallocate a', [2019])
  call val(x)
  call expect('value', [7])
  if (ident(make(40)) == 40) call note(8); n = 0
  associate (z => make(41))
  call note(9); end associate
  call expect('associate', [9, 2041])
  allocate(cl, source=make(42))
  call expect('allocate source', [2042])
  do k = 1, ident(make(43)) - 42
  call note(10); end do
  call expect('do', [10, 2043])
  write (text, *) ident(make(44))
  call expect('print', [2044])
end subroutine
end program finalization
