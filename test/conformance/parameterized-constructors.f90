! Constructors of types with parameters, `t(k, n)(…)`: constant and varying lengths, defaults, keywords, parents; procedures bound to such types; whole objects in input and output.
module sized
  implicit none
  integer, parameter :: dp = kind(1d0)
  type :: matrix(k, r, c)
    integer, kind :: k = dp
    integer, len :: r = 2, c = 2
    real(k) :: a(r, c)
    character(r) :: name = 'none'
  contains
    procedure :: total
    generic :: operator(+) => plus
    procedure, private :: plus
  end type
  type, extends(matrix) :: labelled(d)
    integer, len :: d = 3
    integer :: label(d)
  contains
    procedure :: total => labelled_total
  end type
contains
  function total(this)
    class(matrix(dp, *, *)), intent(in) :: this
    real(dp) :: total
    total = sum(this%a)
  end function
  function labelled_total(this) result(total)
    class(labelled(dp, *, *, *)), intent(in) :: this
    real(dp) :: total
    total = sum(this%a) + sum(this%label)
  end function
  function plus(x, y) result(z)
    class(matrix(dp, *, *)), intent(in) :: x
    type(matrix(dp, *, *)), intent(in) :: y
    type(matrix(dp, x%r, x%c)) :: z
    z = matrix(dp, x%r, x%c)(x%a + y%a, x%name)
  end function
  logical function like(x, r, c, total, name)
    type(matrix(dp, *, *)), intent(in) :: x
    integer, intent(in) :: r, c
    real(dp), intent(in) :: total
    character(*), intent(in) :: name
    like = x%r == r .and. x%c == c .and. all(shape(x%a) == [r, c]) .and. x%total() == total .and. x%name == name
    like = like .and. len(x%name) == r
  end function
end module

module pairs
  implicit none
  type :: pair(k, n)
    integer, kind :: k = 4
    integer, len :: n = 2
    real(k) :: v(n) = 0
    integer :: tag = 7
  end type
end module

program constructors
  use sized
  implicit none
  type(matrix(dp, 2, 3)) :: x
  type(matrix(dp, :, :)), allocatable :: y
  type(labelled(dp, :, :, :)), allocatable :: w
  class(matrix(dp, :, :)), allocatable :: any
  type(matrix(4, 1, 2)) :: single
  integer :: n = 3, i
  logical :: good = .true.
  character(200) :: text
  x = matrix(dp, 2, 3)(reshape([1d0, 2d0, 3d0, 4d0, 5d0, 6d0], [2, 3]), 'ab')
  call check(like(x, 2, 3, 21d0, 'ab'), 'constant')
  y = matrix(dp, n, 2)(a=2d0)
  call check(like(y, 3, 2, 12d0, 'non'), 'varying, defaults')
  y = matrix(c=1, r=n + 1)(name='word!', a=1)
  call check(like(y, 4, 1, 4d0, 'word'), 'keywords')
  call check(like(matrix(1, 'hi'), 2, 2, 4d0, 'hi'), 'all defaults')
  w = labelled(dp, 2, n, 4)(matrix=matrix(dp, 2, n)(1d0, 'hh'), label=[1, 2, 3, 4])
  call check(w%d == 4 .and. w%total() == 16 .and. like(w%matrix, 2, 3, 6d0, 'hh'), 'parent')
  w = labelled(dp, 1, 1, 2)(5d0, 'z', [8, 9])
  call check(w%r == 1 .and. w%d == 2 .and. w%total() == 22, 'flat')
  allocate (any, source=w)
  call check(any%total() == 22, 'polymorphic')
  call check(like(x + x, 2, 3, 42d0, 'ab'), 'operator')
  single = matrix(4, 1, 2)(reshape([1.5, 2.5], [1, 2]), 'q')
  call check(kind(single%a) == 4 .and. sum(single%a) == 4, 'kind')
  do i = 1, 2000
    y = matrix(dp, 100, 100)(real(i, dp), 'many')
  end do
  call check(y%total() == 2d7, 'again and again')
  write (text, '(6f4.1, a)') x
  call check(text == ' 1.0 2.0 3.0 4.0 5.0 6.0ab', 'write')
  read (text, '(6(1x, f2.0), 1x, a)') x
  write (text, '(2f5.1, a)') matrix(dp, 1, 2)(reshape([7d0, 8d0], [1, 2]), 'x')
  call check(text == '  7.0  8.0x', 'write a constructor')
  text = '10 20 30 40 50 60 cd'
  read (text, *) x
  call check(like(x, 2, 3, 210d0, 'cd'), 'read')
  call other()
  if (good) print '(a)', 'PASS'
contains
  subroutine other()
    use pairs
    type(pair(8, :)), allocatable :: p
    type(pair(n=2)) :: q
    p = pair(8, n)([1d0, 2d0, 3d0])
    call check(p%n == 3 .and. sum(p%v) == 6 .and. p%tag == 7, 'another module')
    q = pair([1.0, 2.0], tag=9)
    call check(sum(q%v) == 3 .and. q%tag == 9, 'defaults only')
  end subroutine
  subroutine check(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    good = .false.
    print '(2a)', 'FAIL ', what
  end subroutine
end program
