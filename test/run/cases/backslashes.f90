! Escapes in characters, as nvfortran has them: what it has none for is the character itself.
program backslashes
  implicit none
  character(8) :: file = 'out\t1'
  print '(*(i0, 1x))', iachar('\n'), iachar('\t'), iachar('\v'), iachar('\b'), iachar('\r'), iachar('\f'), iachar('\101'), iachar('\0')
  print '(a)', 'it\'s', "say \"x\" ! no comment", '\a \x41 \\', trim(file) ; print '(i0)', len('\\'), len("\\&
    &\n"), index(file, '\t')
  write (*, 100) 5
100 format ('x\\y ', "it\'s ", i3)
end program backslashes
