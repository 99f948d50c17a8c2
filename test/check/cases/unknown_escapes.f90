! Once for a file.
program p
  character(9) :: folder
  folder = 'a\tb\n'
  !WARNING: unknown-escape
  folder = '..\path'
  folder = "\d+\s*"
  !ERROR: unterminated-string
  folder = 'it\'s
end program p
