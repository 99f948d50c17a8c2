! options: -Mextend
! Lines of fixed form that reach to column 132.
      program extended
      integer total, i
      total = 0
      do i = 1, 10
                                                                    total = total + i
      end do
      print *, total
      end
