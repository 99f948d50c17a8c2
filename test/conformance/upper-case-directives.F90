! Directives of the preprocessor in capitals, as PGI's compilers took them.
#DEFINE THREE (3)
#Ifdef THREE
program upper
  if (THREE /= 3) error stop 'defined'
#ELSE
program lower
  error stop 'the other branch'
#ENDIF
  print '(a)', 'PASS'
end program
