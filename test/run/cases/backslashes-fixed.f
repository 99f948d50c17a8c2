C     Escapes in fixed form, also where a line ends within a literal.
      program fixed
      character(80) s
      print '(i0)', len('\t\n'), iachar('\b')
      s = 'a literal that goes on in the next line because it is so\\
     & long, isn\'t it'
      print '(a)', trim(s)
      write (*, 100)
  100 format ('x\\y')
      end
