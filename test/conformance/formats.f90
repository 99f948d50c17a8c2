program formats
  implicit none
  character(30) :: s
  call form('(i5)', '   42')
  call form('(i5.3)', '  042')
  call form('(b8.8)', '00101010')
  call form('(z6)', '    2A')
  call form('(o4)', '  52')
  call form('(i1)', '*')
  call real_form('(f8.3)', '   3.142')
  call real_form('(f0.2)', '3.14')
  call real_form('(e12.4)', '  0.3142E+01')
  call real_form('(es11.3)', '  3.142E+00')
  call real_form('(en12.3)', '   3.142E+00')
  call real_form('(g12.4)', '   3.142    ')
  call real_form('(1p,e10.3)', ' 3.142E+00')
  write(s, '(l3, l1)') .true., .false.
  call check(s == '  TF', 'logical')
  write(s, '(a5, a2, a)') 'abc', 'xyz', '!'
  call check(s == '  abcxy!', 'characters')
  write(s, '(2(i2, 1x), "x", 3x, a)') 1, 2, 'y'
  call check(s == ' 1  2 x   y', 'groups')
  write(s, '(*(i0, :, ","))') 1, 2, 3
  call check(s == '1,2,3', 'unlimited')
  write(s, '(f5.1, f5.1)') (1.26, -9.96)
  call check(s == '  1.3-10.0', 'complex')
  write(s, '(d12.4)') 1.5d0
  call check(s == '  0.1500D+01', 'd')
  print '(a)', 'PASS'
contains
  subroutine form(f, expected)
    character(*), intent(in) :: f, expected
    write(s, f) 42
    call check(s == expected, f)
  end subroutine form
  subroutine real_form(f, expected)
    character(*), intent(in) :: f, expected
    write(s, f) 3.14159
    call check(s == expected, f)
  end subroutine real_form
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program formats
