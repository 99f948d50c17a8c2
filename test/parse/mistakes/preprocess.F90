! error[include-not-found]
#include "missing.h"
! error[bad-condition]
#if 1 +
#endif
! error[directive-without-if]
#else
! error[error-directive]
#error stop here
! warning[warning-directive]
#warning careful
! warning[unknown-directive]
#foo
! error[bad-define]
#define 5
! error[include-not-found]
include 'missing.inc'
#ifdef NEVER
#error not seen
#else
! error[directive-after-else]
#elif 1
#endif
! error[unterminated-if]
#if 1
end
