// Atomic types of C11: the host's code runs in one thread, so that each operation is a plain one.
#pragma once
#ifdef __cplusplus
#include <atomic>
using std::atomic_bool; using std::atomic_int; using std::atomic_uint; using std::atomic_long; using std::atomic_size_t; using std::atomic_flag;
using std::memory_order; using std::memory_order_relaxed; using std::memory_order_acquire; using std::memory_order_release; using std::memory_order_acq_rel; using std::memory_order_seq_cst;
using std::atomic_load; using std::atomic_store; using std::atomic_exchange; using std::atomic_fetch_add; using std::atomic_fetch_sub; using std::atomic_thread_fence;
#else
#include <stddef.h>
#include <stdint.h>
typedef enum { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst } memory_order;
typedef _Bool atomic_bool;
typedef char atomic_char;
typedef signed char atomic_schar;
typedef unsigned char atomic_uchar;
typedef short atomic_short;
typedef unsigned short atomic_ushort;
typedef int atomic_int;
typedef unsigned int atomic_uint;
typedef long atomic_long;
typedef unsigned long atomic_ulong;
typedef long long atomic_llong;
typedef unsigned long long atomic_ullong;
typedef int32_t atomic_int_least32_t;
typedef int64_t atomic_int_least64_t;
typedef intptr_t atomic_intptr_t;
typedef uintptr_t atomic_uintptr_t;
typedef size_t atomic_size_t;
typedef ptrdiff_t atomic_ptrdiff_t;
typedef intmax_t atomic_intmax_t;
typedef uintmax_t atomic_uintmax_t;
typedef struct { _Bool __set; } atomic_flag;
#define ATOMIC_FLAG_INIT { 0 }
#define ATOMIC_VAR_INIT(value) (value)
#define ATOMIC_INT_LOCK_FREE 2
#define atomic_init(p, value) ((void)(*(p) = (value)))
#define atomic_store(p, value) ((void)(*(p) = (value)))
#define atomic_store_explicit(p, value, order) ((void)(*(p) = (value)))
#define atomic_load(p) (*(p))
#define atomic_load_explicit(p, order) (*(p))
#define atomic_is_lock_free(p) ((void)(p), 1)
#define atomic_thread_fence(order) ((void)(order))
#define atomic_signal_fence(order) ((void)(order))
#define __cufort_exchanged(p, made) __extension__({ __typeof__(p) __at = (p); __typeof__(*__at) __old = *__at; *__at = (made); __old; })
#define atomic_exchange(p, value) __cufort_exchanged(p, value)
#define atomic_exchange_explicit(p, value, order) __cufort_exchanged(p, value)
#define atomic_fetch_add(p, value) __cufort_exchanged(p, __old + (value))
#define atomic_fetch_sub(p, value) __cufort_exchanged(p, __old - (value))
#define atomic_fetch_or(p, value) __cufort_exchanged(p, __old | (value))
#define atomic_fetch_xor(p, value) __cufort_exchanged(p, __old ^ (value))
#define atomic_fetch_and(p, value) __cufort_exchanged(p, __old & (value))
#define atomic_fetch_add_explicit(p, value, order) atomic_fetch_add(p, value)
#define atomic_fetch_sub_explicit(p, value, order) atomic_fetch_sub(p, value)
#define atomic_fetch_or_explicit(p, value, order) atomic_fetch_or(p, value)
#define atomic_fetch_xor_explicit(p, value, order) atomic_fetch_xor(p, value)
#define atomic_fetch_and_explicit(p, value, order) atomic_fetch_and(p, value)
#define atomic_compare_exchange_strong(p, want, value) __extension__({ __typeof__(p) __at = (p); __typeof__(__at) __want = (want); _Bool __same = *__at == *__want; if (__same) *__at = (value); else *__want = *__at; __same; })
#define atomic_compare_exchange_weak(p, want, value) atomic_compare_exchange_strong(p, want, value)
#define atomic_compare_exchange_strong_explicit(p, want, value, order, other) atomic_compare_exchange_strong(p, want, value)
#define atomic_compare_exchange_weak_explicit(p, want, value, order, other) atomic_compare_exchange_strong(p, want, value)
static inline _Bool atomic_flag_test_and_set(atomic_flag *f) { _Bool old = f->__set; f->__set = 1; return old; }
static inline void atomic_flag_clear(atomic_flag *f) { f->__set = 0; }
#define atomic_flag_test_and_set_explicit(f, order) atomic_flag_test_and_set(f)
#define atomic_flag_clear_explicit(f, order) atomic_flag_clear(f)
#endif
