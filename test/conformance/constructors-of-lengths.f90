! Array constructors of constants whose type gives a length that is known at run time alone.
module lengths
  implicit none
  type named
    character(:), allocatable :: s(:)
  end type
contains
  function blanks(n) result(r)
    integer, intent(in) :: n
    character(n) :: r(2)
    r = [character(n) :: 'ab', 'c']
  end function
  elemental integer function width(x)
    character(*), intent(in) :: x
    width = len(x)
  end function
end module
program constructors_of_lengths
  use lengths
  implicit none
  integer, parameter :: none = -3
  integer :: n, k
  character(:), allocatable :: a(:)
  type(named) :: d
  n = 6
  call check(len([character(n) :: 'q']) == 6, 'len')
  call check(all([character(max(2, n)) :: 'q', 'rs'] // '!' == ['q     !', 'rs    !']), 'joined')
  a = [character(n) :: 'x', 'longer than that']
  call check(len(a) == 6 .and. a(2) == 'longer', 'allocated')
  call check(all([character(n - 4) :: 'abcdef', 'g'] // '|' == ['ab|', 'g |']), 'cut')
  call check(all(width([character(n) :: 'a', 'b']) == 6) .and. all(width([character(none) :: 'a']) == 0), 'passed')
  call check(len(blanks(4)) == 4 .and. all(blanks(4) // '|' == ['ab  |', 'c   |']), 'result')
  d = named([character(n + 1) :: 'p'])
  call check(len(d%s) == 7 .and. all(d%s // '|' == 'p      |'), 'component')
  associate (w => [character(n) :: 'x', 'y'])
    call check(len(w) == 6 .and. w(2) // '.' == 'y     .', 'associate')
  end associate
  do k = 1, 3
    call check(len([character(k) :: 'wxyz']) == k .and. all([character(k) :: 'wxyz'] // '|' == 'wxyz'(:k) // '|'), 'loop')
  end do
  call check(all(pack([character(n) :: 'a', 'b'], [.false., .true.]) // '|' == 'b     |'), 'pack')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, 'wrong: ', what
    error stop 1
  end subroutine
end program
