! Values of characters that no compiler holds: told, not computed.
program p
  character(2000000000) :: given, later
  !ERROR: not-constant
  data given /'a'/
  later = 'b'
  print *, given(1:1), later(1:1), size([character(2000000000) :: 'a', 'b'])
end program p
