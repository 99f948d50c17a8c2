#define DOUBLE 1
#define KIND(x) real(x)
#define STR(x) #x
#define GLUE(a, b) a##b
#define TWO 2 /* a comment */
#define LONG a + \
  b
#include "macros.h"
#if defined(DOUBLE) && (ANSWER > 40 || UNKNOWN)
program yes
  KIND(8) :: x
#elif 1
program no
#else
program never
#endif
#ifdef _CUDA
  cuda = 1
#else
  cuda = 0
#endif
#ifndef NOTHING
# undef DOUBLE
#endif
#if 0
#if 1
  broken (((
#endif
  'broken
#endif
  x = ANSWER + DOUBLE * TWO - FROM_HEADER(3, (4, 5))
  s = STR(hello) // 'ANSWER' // "TWO" ! ANSWER don't
  GLUE(va, lue) = LONG
  t = 'a' // 'b' ; line = __LINE__
  !$cuf kernel do(TWO)
  do i = 1, ANSWER
  end do
end program
