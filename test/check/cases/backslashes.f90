! A character constant without an end shows that the backslashes of the file are ordinary characters: all of them.
program p
  character(4) :: s = 'a\tb'
  character(9) :: folder
  !WARNING: plain-backslash
  s = '\'
  folder = "C:\temp\"; s = '\\'
  if (s == '\' .or. s == "\") s = '\t'
  folder = 'goes on &
    &here\'
  folder = '\path\' // 'it''s'
end program p
