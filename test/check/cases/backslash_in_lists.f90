! Literals that end with escapes too, but make no sense.
program p
  !WARNING: plain-backslash
  character(4), parameter :: control(3) = ['M-^\', 'M-^]', 'M-^^']
  print *, control, 'a\d'
end program p
