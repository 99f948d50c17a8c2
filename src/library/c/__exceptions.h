// What is thrown, and who takes it. A call that may throw is followed by a look at __cufort_pending.
#pragma once
#include <stdlib.h>
#include <__member_pointers.h>
#include <__new.h>
#include <stdio.h>
#include <string.h>
// As the compiler writes it for a type: its name, and where its bases lie in it.
struct __cufort_facts_of {
  const char *name;
  long count;
  struct { const __cufort_facts_of *of; long offset; } bases[1];
};
struct __cufort_thrown {
  void *object;
  const __cufort_facts_of *facts;
  void (*destroy)(void *);
  const char *(*what)(void *);
  int uses;
  __cufort_thrown *below;
};
inline __cufort_thrown *__cufort_pending = nullptr;
// The handlers that run, the innermost one first: each names what it has taken.
struct __cufort_handler { __cufort_thrown *took; __cufort_handler *below; };
inline __cufort_handler *__cufort_handlers = nullptr;
// Blocks of `try` that are open: where there is none, the program ends at once.
inline int __cufort_tries = 0;
inline void (*__cufort_at_end)() = nullptr;
namespace std {
class exception;
}
static inline void __cufort_terminate(const char *name, const char *what) {
  fflush(stdout);
  if (__cufort_at_end) __cufort_at_end();
  if (name) fprintf(stderr, "terminate called after throwing an instance of '%s'\n", name);
  else fprintf(stderr, "terminate called without an active exception\n");
  if (what) fprintf(stderr, "  what():  %s\n", what);
  abort();
}
static inline void __cufort_escaped(void) {
  __cufort_thrown *t = __cufort_pending;
  __cufort_pending = nullptr;
  __cufort_terminate(t->facts->name, t->what ? t->what(t->object) : nullptr);
}
static inline void __cufort_unhandled(void) {
  if (__cufort_pending && __cufort_tries == 0) __cufort_escaped();
}
static inline void __cufort_release(__cufort_thrown *t) {
  if (!t || --t->uses > 0) return;
  if (t->destroy) t->destroy(t->object);
  free(t->object);
  free(t);
}
static inline void __cufort_raise(__cufort_thrown *t) {
  __cufort_pending = t;
  __cufort_unhandled();
}
template <class T> inline void __cufort_destroy(void *p) { ((T *)p)->~T(); }
template <class T> inline void __cufort_ends_later(T &v) { __cufort_at_exit(&__cufort_destroy<T>, (void *)&v); }
template <class T, size_t n> inline void __cufort_ends_later(T (&v)[n]) { for (size_t i = 0; i < n; i++) __cufort_ends_later(v[i]); }
template <class T> inline const char *__cufort_what(void *p) {
  if constexpr (__is_base_of(std::exception, T)) return ((T *)p)->what();
  else return nullptr;
}
static inline void *__cufort_thrown_object(unsigned long bytes) { return malloc(bytes); }
template <class T> inline void __cufort_throw(T *object) {
  __cufort_thrown *t = (__cufort_thrown *)malloc(sizeof(__cufort_thrown));
  t->object = object;
  t->facts = (const __cufort_facts_of *)__cufort_facts(T);
  t->destroy = nullptr;
  if constexpr (!__is_trivially_copyable(T)) t->destroy = &__cufort_destroy<T>;
  t->what = &__cufort_what<T>;
  t->uses = 1;
  t->below = nullptr;
  __cufort_raise(t);
}
static inline void __cufort_rethrow(void) {
  if (!__cufort_handlers) __cufort_terminate(nullptr, nullptr);
  __cufort_thrown *t = __cufort_handlers->took;
  t->uses++;
  __cufort_raise(t);
}
// The part of an object that has that type; null: none has.
static inline void *__cufort_part(const __cufort_facts_of *f, const __cufort_facts_of *wanted, void *object) {
  if (f == wanted || strcmp(f->name, wanted->name) == 0) return object;
  // Negative: the bases of its bases are among them.
  for (long i = 0; i < -f->count; i++)
    if (strcmp(f->bases[i].of->name, wanted->name) == 0) return (char *)object + f->bases[i].offset;
  for (long i = 0; i < f->count; i++) {
    void *found = __cufort_part(f->bases[i].of, wanted, (char *)object + f->bases[i].offset);
    if (found) return found;
  }
  return nullptr;
}
static inline void __cufort_take(void) {
  __cufort_handler *h = (__cufort_handler *)malloc(sizeof(__cufort_handler));
  h->took = __cufort_pending;
  h->below = __cufort_handlers;
  __cufort_handlers = h;
  __cufort_pending = nullptr;
}
// What a handler gets of what was thrown; null: it is none of its kind.
static inline void *__cufort_catch(const void *wanted) {
  void *part = __cufort_part(__cufort_pending->facts, (const __cufort_facts_of *)wanted, __cufort_pending->object);
  if (part) __cufort_take();
  return part;
}
static inline void *__cufort_catch_all(void) {
  __cufort_take();
  return __cufort_handlers;
}
static inline void __cufort_end_catch(void) {
  __cufort_handler *h = __cufort_handlers;
  __cufort_handlers = h->below;
  __cufort_release(h->took);
  free(h);
}
static inline void __cufort_try(void) { __cufort_tries++; }
static inline void __cufort_leave_try(void) { __cufort_tries--; }
static inline const __cufort_facts_of *__cufort_facts_in(const void *object) { return **(const __cufort_facts_of ***)object; }
static inline void *__cufort_dynamic_cast(const void *object, const void *wanted) {
  if (!object) return nullptr;
  const long *table = *(const long **)object;
  char *whole = (char *)object - table[1];
  return wanted ? __cufort_part(__cufort_facts_in(object), (const __cufort_facts_of *)wanted, whole) : whole;
}
