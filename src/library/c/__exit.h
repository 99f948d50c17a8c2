// What is done when the program ends: functions that atexit was given, and ends of objects that live until then, the last one first.
#pragma once
struct __cufort_exit { void (*run)(void *); void *with; struct __cufort_exit *below; };
#ifdef __cplusplus
extern "C" inline struct __cufort_exit *__cufort_exits = 0;
extern "C" {
#else
struct __cufort_exit *__cufort_exits;
#endif
void __cufort_end_program(int status) __asm__("exit") __attribute__((noreturn));
static inline int __cufort_at_exit(void (*run)(void *), void *with) {
  struct __cufort_exit *one = (struct __cufort_exit *)malloc(sizeof(struct __cufort_exit));
  if (!one) return 1;
  one->run = run;
  one->with = with;
  one->below = __cufort_exits;
  __cufort_exits = one;
  return 0;
}
static inline void __cufort_run_exits(void) {
  while (__cufort_exits) {
    struct __cufort_exit *one = __cufort_exits;
    __cufort_exits = one->below;
    one->run(one->with);
    free(one);
  }
}
static inline void __cufort_call_plain(void *f) { ((void (*)(void))f)(); }
static inline int atexit(void (*f)(void)) { return __cufort_at_exit(__cufort_call_plain, (void *)f); }
static inline __attribute__((noreturn)) void exit(int status) { __cufort_run_exits(); __cufort_end_program(status); }
static inline __attribute__((noreturn)) void _Exit(int status) { __cufort_end_program(status); }
static inline __attribute__((noreturn)) void quick_exit(int status) { __cufort_end_program(status); }
#ifdef __cplusplus
}
#endif
