// One number for all sources of a program; calls of the system that failed have theirs told when it is next asked for.
#pragma once
#ifdef __cplusplus
extern "C" {
#endif
inline int __cufort_errno;
int __cufort_taken_error(void) __asm__("cufort_taken_error");
static inline int *__cufort_errno_place(void) {
  int last = __cufort_taken_error();
  if (last != 0) __cufort_errno = last;
  return &__cufort_errno;
}
#ifdef __cplusplus
}
#endif
