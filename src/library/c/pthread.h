// A thread does its work when it is made; who would wait for another one ends the program with a message.
#pragma once
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
typedef unsigned long pthread_t;
typedef struct { int detached; } pthread_attr_t;
typedef struct { int held; } pthread_mutex_t, pthread_spinlock_t;
typedef struct { int kind; } pthread_mutexattr_t, pthread_condattr_t, pthread_barrierattr_t;
typedef struct { int signals; } pthread_cond_t;
typedef struct { unsigned int count; } pthread_barrier_t;
typedef int pthread_once_t;
#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_COND_INITIALIZER {0}
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_MUTEX_RECURSIVE 1
#ifdef __cplusplus
extern "C" {
#endif
static inline void __cufort_waits(const char *what) {
  fflush(stdout);
  fprintf(stderr, "%s would wait for another thread: threads of C run one after another here\n", what);
  abort();
}
static inline int pthread_attr_init(pthread_attr_t *a) { a->detached = 0; return 0; }
static inline int pthread_attr_destroy(pthread_attr_t *a) { return 0; }
static inline int pthread_attr_setdetachstate(pthread_attr_t *a, int state) { a->detached = state; return 0; }
static inline int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*run)(void *), void *with) {
  *t = (pthread_t)run(with);
  return 0;
}
static inline int pthread_join(pthread_t t, void **result) { if (result) *result = (void *)t; return 0; }
static inline int pthread_detach(pthread_t t) { return 0; }
static inline pthread_t pthread_self(void) { return 0; }
static inline int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
// The last statement of a thread's function: what comes behind it is its end.
#define pthread_exit(result) return (result)
static inline int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a) { m->held = 0; return 0; }
static inline int pthread_mutex_destroy(pthread_mutex_t *m) { return 0; }
static inline int pthread_mutex_lock(pthread_mutex_t *m) { m->held++; return 0; }
static inline int pthread_mutex_trylock(pthread_mutex_t *m) { if (m->held) return EBUSY; m->held = 1; return 0; }
static inline int pthread_mutex_unlock(pthread_mutex_t *m) { m->held--; return 0; }
static inline int pthread_spin_init(pthread_spinlock_t *m, int shared) { m->held = 0; return 0; }
static inline int pthread_spin_lock(pthread_spinlock_t *m) { m->held++; return 0; }
static inline int pthread_spin_unlock(pthread_spinlock_t *m) { m->held--; return 0; }
static inline int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a) { c->signals = 0; return 0; }
static inline int pthread_cond_destroy(pthread_cond_t *c) { return 0; }
static inline int pthread_cond_signal(pthread_cond_t *c) { return 0; }
static inline int pthread_cond_broadcast(pthread_cond_t *c) { return 0; }
static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) { __cufort_waits("pthread_cond_wait"); return 0; }
static inline int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *a, unsigned int count) { b->count = count; return 0; }
static inline int pthread_barrier_destroy(pthread_barrier_t *b) { return 0; }
static inline int pthread_barrier_wait(pthread_barrier_t *b) { if (b->count > 1) __cufort_waits("pthread_barrier_wait"); return PTHREAD_BARRIER_SERIAL_THREAD; }
static inline int pthread_once(pthread_once_t *o, void (*run)(void)) { if (!*o) { *o = 1; run(); } return 0; }
#ifdef __cplusplus
}
#endif
