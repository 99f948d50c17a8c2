! Internal files of characters of kind 4 (ISO 10646): scalars and arrays, formatted and list-directed, characters of both kinds, positions, too long records.
program internal_files
  implicit none
  integer, parameter :: u = selected_char_kind('ISO_10646')
  character(20, u) :: line, lines(3)
  character(5, u) :: word
  character(4) :: plain
  integer :: i, status
  real :: x
  logical :: good = .true.
  line = u_'x'
  write (line, '(i3,1x,a,1x,f4.1)') 42, char(945, u)//char(20320, u), 2.5
  call check(len_trim(line) == 11 .and. ichar(line(5:5)) == 945 .and. ichar(line(6:6)) == 20320, 'formatted')
  call check(line(:3) == u_' 42' .and. line(8:11) == u_' 2.5', 'numbers')
  read (line, '(i3,1x,a2,1x,f4.1)') i, word, x
  call check(i == 42 .and. ichar(word(1:1)) == 945 .and. ichar(word(2:2)) == 20320 .and. x == 2.5, 'read')
  write (line, *) 'abc', 7
  read (line, *) plain, i
  call check(plain == 'abc' .and. i == 7, 'list-directed')
  lines = u_'q'
  write (lines, '(a/a)') u_'first', 'second'
  call check(lines(1) == u_'first' .and. lines(2) == u_'second' .and. lines(3) == u_'q', 'records')
  read (lines, '(a/a4)') word, plain
  call check(word == u_'first' .and. plain == 'seco', 'records read')
  write (line, '(a)') char(233)
  call check(ichar(line(1:1)) == 233, 'default kind')
  write (line, '(t5,a,t1,a)') char(8364, u), 'ab'
  call check(line(:2) == u_'ab' .and. line(3:4) == u_'  ', 'positions')
  write (line, '(30i1)', iostat=status) (1, i=1, 30)
  call check(status > 0, 'too long')
  write (line, '(20a)', iostat=status) (char(8364, u), i=1, 20)
  call check(status == 0 .and. ichar(line(20:20)) == 8364, 'just long enough')
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
