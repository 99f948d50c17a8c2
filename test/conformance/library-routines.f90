! Routines that compilers bring along, declared external or not at all: paths, status of files, units, times, errors, the process.
program library_routines
  implicit none
  integer, external :: getpid, iargc
  real, external :: etime
  real :: times(2)
  integer :: i, list(3), facts(13), parts(9), mistakes = 0
  integer :: month, day, year
  integer(8) :: late = 86400
  character(40) :: text, other
  real(8) :: x
  open (10, file='library-routines.txt', status='replace')
  write (10, '(a)') 'first line', 'second line'
  call flush(10)
  call expect(ftell(10) == 23, 1)
  call fseek(10, 0, 0, i)
  read (10, '(a)') text
  call expect(i == 0 .and. text == 'first line', 2)
  call expect(fseek(10, 6, 0) == 0, 3)
  read (10, '(a)') text
  call expect(text == 'line', 4)
  close (10)
  call expect(access('library-routines.txt', 'rw') == 0 .and. access('library-routines.no', ' ') /= 0, 5)
  call expect(stat('library-routines.txt', facts) == 0 .and. facts(8) == 23, 6)
  call lstat('library-routines.txt', facts, i)
  call expect(i == 0 .and. facts(8) == 23, 7)
  call expect(chmod('library-routines.txt', 'u+x') == 0, 8)
  i = stat('library-routines.txt', facts)
  call expect(iand(facts(3), int(o'100')) /= 0, 9)
  call chmod('library-routines.txt', '644')
  call rename('library-routines.txt', 'library-routines.new', i)
  call expect(i == 0 .and. rename('library-routines.new', 'library-routines.txt') == 0, 10)
  call expect(unlink('library-routines.txt') == 0 .and. unlink('library-routines.txt') /= 0, 11)
  call expect(ierrno() == 2, 12)
  call gerror(text)
  call expect(text == 'No such file or directory', 13)
  call expect(getpid() > 0 .and. iargc() == 0 .and. etime(times) >= 0, 14)
  call idate(list)
  call idate(month, day, year)
  call expect(list(3) > 2000 .and. list(2) == month .and. mod(list(3), 100) == year, 15)
  call itime(list)
  call expect(list(1) < 24 .and. list(2) < 60, 16)
  call gmtime(86400 * 365, parts)
  call expect(all(parts == [0, 0, 0, 1, 0, 71, 5, 0, 0]), 17)
  text = ctime(late)
  call ctime(late, other)
  call expect(text == other .and. len_trim(text) == 24, 18)
  call date(text)
  call expect(text(3:3) == '-' .and. text(7:7) == '-', 19)
  call time(text)
  call expect(text(3:3) == ':' .and. text(6:6) == ':', 20)
  x = timef()
  call expect(timef() >= x .and. secnds(0.0) >= 0 .and. rtc() > 1d9 .and. mclock() >= 0, 21)
  call expect(rindex('banana', 'an') == 4 .and. lnblnk('ab  ') == 2, 22)
  call expect(kill(getpid(), 0) == 0 .and. getuid() >= 0 .and. umask(18) >= 0, 23)
  call getlog(text)
  if (mistakes == 0) call outstr(' PASS')
contains
  subroutine expect(right, number)
    logical, intent(in) :: right
    integer, intent(in) :: number
    if (right) return
    mistakes = mistakes + 1
    print *, 'wrong:', number
  end subroutine
end program
