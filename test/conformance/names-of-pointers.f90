! Names of associate and select type stay with what a pointer has pointed to, when that points elsewhere within.
program names_of_pointers
  implicit none
  type holder
    integer, pointer :: n
    class(*), pointer :: any
    class(*), pointer :: row(:)
  end type
  type(holder) :: h
  integer, target :: a = 1, b = 2, u(3) = [1, 2, 3], w(2) = [8, 9]
  integer, pointer :: p, q(:), r
  class(*), pointer :: whole
  logical :: good = .true.
  p => a
  q => u
  r => a
  h%n => a
  h%any => a
  h%row => u
  associate (x => p, y => q, z => h%n, same => r)
    p => b
    call repoint(q)
    nullify (h%n)
    call check(x == 1 .and. size(y) == 3 .and. all(y == [1, 2, 3]) .and. z == 1)
    x = 10
    y = y + 1
    call check(same == 10)
  end associate
  call check(a == 10 .and. b == 2 .and. all(u == [2, 3, 4]) .and. all(q == [8, 9]))
  select type (x => h%any)
    class default
      h%any => b
      whole => x
  end select
  select type (whole)
    type is (integer)
      whole = 7
  end select
  call check(a == 7 .and. b == 2)
  select type (x => h%row)
    type is (integer)
      h%row => w
      x = x*10
      call check(size(x) == 3)
  end select
  call check(all(u == [20, 30, 40]) .and. all(w == [8, 9]))
  print '(a)', merge('PASS', 'FAIL', good)
contains
  subroutine repoint(x)
    integer, pointer :: x(:)
    x => w
  end subroutine

  subroutine check(holds)
    logical, intent(in) :: holds
    if (.not. holds) good = .false.
  end subroutine
end program
