! A file that is not preprocessed is read as it is meant: both branches would be mistakes of their own.
!ERROR: unexpected-preprocessor-line
#define N 5
program p
  implicit none
  integer :: a(N)
  logical :: l
  a = 1
#ifdef _INTEL
  inquire(directory='x', exist=l)
#else
  inquire(file='x', exist=l)
#endif
  print *, a, l
end program
