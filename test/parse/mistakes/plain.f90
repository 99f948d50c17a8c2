! error[unexpected-preprocessor-line]
#ifdef A
#endif
x = 1 + &
  2
end
! error[missing-continuation]
subroutine s; end &

! comment
