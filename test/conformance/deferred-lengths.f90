program deferred_lengths
  implicit none
  character(:), allocatable :: s, list(:)
  character(4) :: fixed(2) = ['ab  ', 'cdef']
  integer :: i
  s = ''
  do i = 1, 4
    s = s // achar(iachar('a') + i - 1)
  end do
  call check(s == 'abcd' .and. len(s) == 4, 'growing')
  s = trim(fixed(1)) // fixed(2)
  call check(s == 'abcdef', 'trim')
  allocate(character(7) :: list(2))
  list = 'x'
  call check(len(list) == 7 .and. list(2) == 'x', 'array')
  call check(joined(fixed) == 'ab,cdef', 'function result')
  s = pad('q', 5)
  call check(len(s) == 5 .and. s == 'q', 'result with a length from an argument')
  call check(length_of('hello') == 5, 'assumed length')
  print '(a)', 'PASS'
contains
  function joined(words) result(line)
    character(*), intent(in) :: words(:)
    character(:), allocatable :: line
    integer :: k
    line = trim(words(1))
    do k = 2, size(words)
      line = line // ',' // trim(words(k))
    end do
  end function joined
  function pad(text, n)
    character(*), intent(in) :: text
    integer, intent(in) :: n
    character(n) :: pad
    pad = text
  end function pad
  integer function length_of(text)
    character(*), intent(in) :: text
    length_of = len(text)
  end function length_of
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program deferred_lengths
