! Characters of kind 4 in namelists: files of UTF-8 and of bytes, internal files, arrays, substrings, quotes.
program namelists_of_kind_4
  implicit none
  integer, parameter :: u = selected_char_kind('ISO_10646')
  character(kind=u, len=5) :: c, d(2)
  character(80) :: line(8)
  character(kind=u, len=1) :: euro
  integer :: i
  namelist /group/ c, i, d
  euro = char(int(z'20AC'), u)

  open (10, status='scratch', encoding='utf-8', delim='quote')
  c = u_'ab"c'
  i = 4
  d = [euro // u_'y   ', u_'second'(:5)]
  write (10, nml=group)
  rewind (10)
  c = u_''
  i = 0
  d = u_''
  read (10, nml=group)
  if (c /= u_'ab"c' .or. i /= 4 .or. d(1) /= euro // u_'y' .or. d(2) /= u_'secon') error stop 1
  rewind (10)
  write (10, '(a)') u_"&group d(2)(2:3) = 'XYZ', c = '" // euro // u_"''" // euro // u_"' /"
  rewind (10)
  read (10, nml=group)
  if (d(2) /= u_'sXYon' .or. c /= euro // u_"'" // euro) error stop 2
  close (10)

  c = u_'plain'
  write (line, nml=group, delim='apostrophe')
  if (index(line(2), "'plain'") == 0) error stop 3
  if (index(line(4), "'?y   '") == 0) error stop 4
  line = ' '
  line(1) = '&group c = "other" d = "a", "b" /'
  read (line, nml=group)
  if (c /= u_'other' .or. d(1) /= u_'a' .or. d(2) /= u_'b') error stop 5
  print '(a)', 'PASS'
end program
