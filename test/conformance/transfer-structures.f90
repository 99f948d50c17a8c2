! Constants made by `transfer` from and to structures; sizes of structures as constants.
program transfer_structures
  implicit none
  type t
    integer(1) :: a = 3
    real(8) :: x(2) = [1d0, 2d0]
    complex :: z = (1.0, 2.0)
    character(3) :: c = 'xyz'
  end type
  type, extends(t) :: u
    logical :: l = .true.
  end type
  type pair
    real :: x(2)
  end type
  type outer
    type(pair) :: p(2)
    integer :: n
  end type
  integer, parameter :: n = storage_size(t()) / 8, m = storage_size(u()) / 8
  type(t), parameter :: k = t(7, [3d0, 4d0], (5.0, 6.0), 'abc')
  integer(1), parameter :: bytes(n) = transfer(k, 1_1, n)
  type(t), parameter :: back = transfer(bytes, k)
  type(pair), parameter :: list(2) = transfer('abcdefghijklmnop', pair([1.0, 2.0]), 2)
  type(outer), parameter :: nest = transfer([1.0, 2.0, 3.0, 4.0, transfer(9, 1.0)], outer([pair(0), pair(0)], 0))
  integer, parameter :: digits(5) = transfer(nest, [0])
  character(*), parameter :: empty = transfer([''], '')
  type(t) :: v
  type(pair) :: w(2)
  integer(1) :: now(n)
  logical :: good = .true.
  call check(n == 40 .and. m == 48, 'sizes')
  call check(back%a == 7 .and. all(back%x == [3, 4]) .and. back%z == (5.0, 6.0) .and. back%c == 'abc', 'there and back')
  v = k
  now = transfer(v, now)
  call check(now(1) == bytes(1) .and. all(now(9:35) == bytes(9:35)), 'as at run time')
  w = transfer('abcdefghijklmnop', w)
  call check(all(w(1)%x == list(1)%x) .and. all(w(2)%x == list(2)%x), 'characters')
  call check(all(nest%p(2)%x == [3.0, 4.0]) .and. nest%n == 9 .and. digits(5) == 9, 'nested')
  call check(digits(1) == int(z'3f800000') .and. len(empty) == 0, 'numbers, nothing')
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
