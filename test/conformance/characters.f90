program characters
  implicit none
  character(5) :: s
  character(len=10) :: long
  character :: c
  character(3) :: list(2) = ['abc', 'de ']
  character(*), parameter :: fixed = "it's"
  s = 'ab'
  call check(s == 'ab   ' .and. len(s) == 5 .and. len_trim(s) == 2, 'padding')
  s = 'abcdefgh'
  call check(s == 'abcde', 'cutting')
  long = s // '-' // s(2:3)
  call check(long == 'abcde-bc  ', 'concatenation')
  call check(s(:2) == 'ab' .and. s(4:) == 'de' .and. s(3:2) == '', 'substrings')
  s(2:3) = 'XY'
  call check(s == 'aXYde', 'assignment to a substring')
  s(1:3) = s(2:4)
  call check(s == 'XYdde', 'overlapping')
  c = fixed(3:3)
  call check(c == "'" .and. len(fixed) == 4, 'doubled quotes')
  call check(list(2)(1:2) == 'de' .and. list(1) // list(2) == 'abcde', 'arrays')
  call check('abc' < 'abd' .and. 'abc' == 'abc  ' .and. 'B' < 'a', 'comparison')
  call check(index('banana', 'an') == 2 .and. index('banana', 'an', back=.true.) == 4, 'index')
  call check(scan('fortran', 'tr') == 3 .and. verify('aab', 'a') == 3, 'scan and verify')
  call check(adjustl('  x ') == 'x   ' .and. adjustr('x  ') == '  x', 'adjust')
  call check(repeat('ab', 3) == 'ababab' .and. trim('a  ') // 'b' == 'ab', 'repeat and trim')
  call check(ichar('A') == 65 .and. char(97) == 'a' .and. iachar('0') == 48 .and. achar(10) == new_line('a'), 'codes')
  call check(lge('b', 'a') .and. llt('a', 'b'), 'ordered by ASCII')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program characters
