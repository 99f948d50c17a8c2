! Escapes that would leave a character constant without an end.
program p
  character(4) :: s = 'a\tb\n'
  character(9) :: folder
  !WARNING: plain-backslash
  s = '\'
  !WARNING: plain-backslash
  folder = "C:\temp\"; s = '\\'
  !WARNING: plain-backslash
  if (s == '\' .or. s == "\") s = '\t'
  folder = 'goes on &
    !WARNING: plain-backslash
    &here\'
  !ERROR: unterminated-string
  s = 'it\'s
end program p
