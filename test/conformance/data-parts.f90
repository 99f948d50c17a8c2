! Data statements that name components, elements of components, and substrings.
program data_parts
  implicit none
  type pair
    integer :: i
    real :: x(2)
  end type pair
  type box
    type(pair) :: inside
    character(4) :: name
    complex :: z
  end type box
  type(pair) :: q, r(2)
  type(box) :: b(2)
  character(6) :: c, d(2)
  integer :: j
  logical :: good = .true.
  data q%i / 3 /, q%x / 1.0, 2.0 /
  data (r(j)%i, j = 1, 2) / 5, 6 /
  data r(1)%x / 7.0, 8.0 /, r(2)%x(1:2) / 2 * 9 /
  data c(1:3) / 'abc' /, c(4:6) / 'defg' /
  data d(2)(2:3) / 'xy' /, d(1) / 'one' /
  data d(2)(1:1), d(2)(4:) / 'w', 'zzz' /
  data b(1)%inside%x(2) / 4.0 /, b%inside%i / 10, 20 /, b(2)%name(2:3) / 'mn' /, b(2)%z / (1.0, 2.0) /
  data b(2)%name(1:1) / 'l' /, b(2)%name(4:4) / 'o' /
  call check(q%i == 3 .and. all(q%x == [1.0, 2.0]), 'components')
  call check(all(r%i == [5, 6]), 'component in a loop')
  call check(all(r(1)%x == [7.0, 8.0]) .and. all(r(2)%x == 9.0), 'array components')
  call check(c == 'abcdef', 'substrings')
  call check(d(1) == 'one' .and. d(2) == 'wxyzzz', 'substrings of elements')
  call check(b(1)%inside%x(2) == 4.0 .and. all(b%inside%i == [10, 20]), 'nested')
  call check(b(2)%name == 'lmno' .and. b(2)%z == (1.0, 2.0), 'substrings of components')
  if (good) print '(a)', 'PASS'
contains
  subroutine check(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    good = .false.
    print '(2a)', 'FAIL ', what
  end subroutine check
end program data_parts
