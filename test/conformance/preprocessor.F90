#define SIZE 4
#define SQUARE(x) ((x) * (x))
#define NAME text_of
#ifdef _UNKNOWN_MACRO
#error "never here"
#endif
program preprocessor
  implicit none
  integer :: a(SIZE), n
  a = SQUARE(3)
  n = 0
#if SIZE > 3 && !defined(OTHER)
  n = n + 1
#else
  n = -1
#endif
#ifndef OTHER
  n = n + 10
#elif defined(SIZE)
  n = -1
#endif
#if 0
  this is not Fortran
#endif
#undef SIZE
#ifdef SIZE
  n = -1
#endif
  if (n /= 11 .or. sum(a) /= 36 .or. NAME() /= 5) error stop 1
  if (len(__DATE__) /= 11 .or. len(__TIME__) /= 8 .or. index(__DATE__, ' 20') /= 7) error stop 2
  print '(a)', 'PASS'
contains
  integer function NAME()
    NAME = SQUARE(2) + 1 ! a // comment
  end function NAME
end program preprocessor
