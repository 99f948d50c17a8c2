! Characters of deferred length: assigned from what they hold themselves, named by associate, given to class(*).
program characters_made_anew
  implicit none
  character(:), allocatable :: s, list(:)
  character(2), allocatable :: two
  integer, allocatable :: number
  real, pointer :: x
  logical :: good = .true.
  list = ['one', 'two']
  list = '<' // list // '>'
  call check(len(list) == 5 .and. all(list == ['<one>', '<two>']))
  list = list(2:1:-1) // '!'
  call check(len(list) == 6 .and. all(list == ['<two>!', '<one>!']))
  list = '?' // list(1:1)(2:3)
  call check(size(list) == 1 .and. list(1) == '?tw')
  s = 'abc'
  associate (name => s)
    name = 'x'
    call check(len(name) == 3)
  end associate
  call check(s == 'x  ' .and. len(s) == 3)
  list = ['abc', 'def']
  associate (names => list)
    names = 'long names'
    call check(len(names) == 3 .and. names(2) == 'lon')
  end associate
  s = 'four'
  two = '22'
  number = 5
  allocate (x)
  x = 2.5
  call check(told(s) == 'c4four' .and. told(two) == 'c222' .and. told('xyz') == 'c3xyz')
  call check(told(number) == 'i5' .and. told(x) == 'r2.5' .and. passed(s) == 'c4four')
  deallocate (number)
  call check(passed(number) == 'none' .and. passed() == 'none')
  if (good) print '(a)', 'PASS'
contains
  function passed(what) result(text)
    class(*), intent(in), optional :: what
    character(:), allocatable :: text
    text = 'none'
    if (present(what)) text = told(what)
  end function passed
  function told(what) result(text)
    class(*), intent(in) :: what
    class(*), allocatable :: copy
    character(:), allocatable :: text
    character(10) :: room
    allocate (copy, source=what)
    select type (copy)
    type is (character(*))
      write (room, '(a, i0, a)') 'c', len(copy), copy
    type is (integer)
      write (room, '(a, i0)') 'i', copy
    type is (real)
      write (room, '(a, f3.1)') 'r', copy
    class default
      room = '?'
    end select
    text = trim(room)
  end function told
  subroutine check(ok)
    logical, intent(in) :: ok
    if (ok) return
    good = .false.
    print *, 'wrong'
  end subroutine check
end program characters_made_anew
