! Derived types whose length parameters are known only when the program runs: variables, arrays, deferred and assumed ones, extended types, components, results.
module matrices
  implicit none
  type :: matrix(k, n, m)
    integer, kind :: k = 8
    integer, len :: n, m = 2
    real(k) :: a(n, m) = 1
    character(n) :: name
    integer :: tag = 5
  end type matrix
  type :: base(n)
    integer, len :: n
    integer :: v(n) = 7
  end type base
  type, extends(base) :: child(m)
    integer, len :: m
    real :: w(n, m)
  end type child
  type :: outer
    type(base(4)) :: inner
    integer :: k = 3
  end type outer
contains
  logical function is(x, n, m, total, name)
    type(matrix(8, *, *)), intent(in) :: x
    integer, intent(in) :: n, m
    real(8), intent(in) :: total
    character(*), intent(in) :: name
    is = x%n == n .and. x%m == m .and. all(shape(x%a) == [n, m]) .and. len(x%name) == n .and. x%k == 8
    is = is .and. x%tag == 5 .and. sum(x%a) == total .and. x%name == name
  end function is
  function made(n) result(r)
    integer, intent(in) :: n
    type(matrix(8, n, n)) :: r
    r%a = n
    r%name = 'made'
  end function made
  subroutine zero(x)
    type(base(*)), intent(inout) :: x
    x%v(1) = 0
  end subroutine zero
  subroutine double(x)
    type(matrix(8, *, *)), intent(out) :: x
    x%a = 2
    x%name = 'out'
  end subroutine double
end module matrices

program length_parameters
  use matrices
  implicit none
  integer :: n = 4
  type(matrix(8, 3, 2)) :: a
  type(matrix(8, :, :)), allocatable :: b, c(:)
  logical :: good = .true.
  a%name = 'abc'
  call check(is(a, 3, 2, 6d0, 'abc'), 'constant')
  allocate (matrix(8, n, n + 1) :: b)
  b%a = 2
  b%name = 'dddddd'
  call check(is(b, 4, 5, 40d0, 'dddd'), 'allocated')
  call double(b)
  call check(is(b, 4, 5, 40d0, 'out'), 'intent(out)')
  b = made(3)
  call check(is(b, 3, 3, 27d0, 'mad'), 'result')
  call check(is(made(2), 2, 2, 8d0, 'ma'), 'expression')
  allocate (matrix(8, 2, 2) :: c(3))
  c(2)%a(1, 1) = 10
  c(2)%name = 'zz'
  call check(is(c(2), 2, 2, 13d0, 'zz'), 'array')
  call locals(6)
  call extended(3)
  if (good) print '(a)', 'PASS'
contains
  subroutine locals(k)
    integer, intent(in) :: k
    type(matrix(n=k)) :: one, list(2)
    one%name = 'local!'
    list(2) = one
    list(2)%a(3, 2) = 100
    call check(is(list(2), 6, 2, 111d0, 'local!') .and. is(one, 6, 2, 12d0, 'local!'), 'locals')
  end subroutine locals
  subroutine extended(k)
    integer, intent(in) :: k
    type(child(k, 2)) :: c
    type(base(k)), allocatable :: b(:)
    class(base(:)), allocatable :: any
    type(outer) :: o
    type(base(k + 1)), target :: t
    type(base(:)), pointer :: p
    c%w = 1.5
    call check(c%n == 3 .and. c%m == 2 .and. all(c%v == [7, 7, 7]) .and. sum(c%w) == 9, 'extended')
    allocate (b(2))
    b(1)%v = [1, 2, 3]
    b(2) = b(1)
    call check(size(b) == 2 .and. all(b(2)%v == [1, 2, 3]), 'copied')
    allocate (child(2, 5) :: any)
    select type (any)
    type is (child(*, *))
      any%w = 2
      call check(any%n == 2 .and. any%m == 5 .and. sum(any%w) == 20 .and. all(any%v == 7), 'select type')
    class default
      call check(.false., 'select type')
    end select
    call zero(o%inner)
    call check(all(o%inner%v == [0, 7, 7, 7]) .and. o%k == 3, 'component')
    p => t
    call zero(p)
    call check(p%n == 4 .and. t%v(1) == 0 .and. t%v(2) == 7, 'pointer')
    block
      type(base(2 * k)) :: z
      call check(z%n == 6 .and. size(z%v) == 6, 'block')
    end block
  end subroutine extended
  subroutine check(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    good = .false.
    print '(2a)', 'FAIL ', what
  end subroutine check
end program length_parameters
