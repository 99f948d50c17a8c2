// Atomic operations with an order and a scope; all of them are as strong as can be. Of 4 and 8 bytes by the atomic functions, shorter ones within their word.
#pragma once
enum { __NV_ATOMIC_RELAXED, __NV_ATOMIC_CONSUME, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELEASE, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_SEQ_CST };
enum { __NV_THREAD_SCOPE_THREAD, __NV_THREAD_SCOPE_BLOCK, __NV_THREAD_SCOPE_CLUSTER, __NV_THREAD_SCOPE_DEVICE, __NV_THREAD_SCOPE_SYSTEM };
namespace __cufort_atomics {
#define __CUFORT_AT__ template <class T> static inline __device__
__CUFORT_AT__ bool swap(T *p, T &want, T next) {
  if constexpr (sizeof(T) == 8) {
    unsigned long long old = *(unsigned long long *)&want, seen = atomicCAS((unsigned long long *)p, old, *(unsigned long long *)&next);
    want = *(T *)&seen;
    return seen == old;
  } else if constexpr (sizeof(T) == 4) {
    unsigned int old = *(unsigned int *)&want, seen = atomicCAS((unsigned int *)p, old, *(unsigned int *)&next);
    want = *(T *)&seen;
    return seen == old;
  } else {
    const int shift = 8 * (int)((unsigned long)p & 3);
    const unsigned int part = sizeof(T) == 1 ? 0xffu : 0xffffu;
    unsigned int *word = (unsigned int *)((unsigned long)p & ~3UL), all = *(volatile unsigned int *)word;
    unsigned int old = 0, made = 0;
    *(T *)&old = want;
    *(T *)&made = next;
    for (;;) {
      unsigned int here = (all >> shift) & part;
      if (here != old) { want = *(T *)&here; return false; }
      unsigned int seen = atomicCAS(word, all, (all & ~(part << shift)) | made << shift);
      if (seen == all) return true;
      all = seen;
    }
  }
}
__CUFORT_AT__ T load(const T *p) { T x = *(const volatile T *)p; __threadfence(); return x; }
template <class T, class F> static inline __device__ T change(T *p, F f) {
  T old = *(volatile T *)p;
  while (!swap(p, old, f(old)));
  return old;
}
__CUFORT_AT__ T exchange(T *p, T v) {
  if constexpr (sizeof(T) == 4) { unsigned int old = atomicExch((unsigned int *)p, *(unsigned int *)&v); return *(T *)&old; }
  else if constexpr (sizeof(T) == 8) { unsigned long long old = atomicExch((unsigned long long *)p, *(unsigned long long *)&v); return *(T *)&old; }
  else return change(p, [=](T) { return v; });
}
__CUFORT_AT__ void store(T *p, T v) { __threadfence(); if constexpr (sizeof(T) >= 4) *(volatile T *)p = v; else exchange(p, v); }
template <class T> constexpr bool is_plain = __is_integral(T) && sizeof(T) >= 4;
// As the atomic functions have it: unsigned, or signed where the order counts.
__CUFORT_AT__ T add(T *p, T v) {
  if constexpr (__is_integral(T) && sizeof(T) == 4) return (T)atomicAdd((unsigned int *)p, (unsigned int)v);
  else if constexpr (__is_integral(T) && sizeof(T) == 8) return (T)atomicAdd((unsigned long long *)p, (unsigned long long)v);
  else if constexpr (__is_floating_point(T)) return atomicAdd(p, v);
  else return change(p, [=](T x) { return (T)(x + v); });
}
__CUFORT_AT__ T sub(T *p, T v) { return add(p, (T)(0 - v)); }
__CUFORT_AT__ T least(T *p, T v) {
  if constexpr (is_plain<T> && (T)-1 < (T)0) { if constexpr (sizeof(T) == 4) return (T)atomicMin((int *)p, (int)v); else return (T)atomicMin((long long *)p, (long long)v); }
  else if constexpr (is_plain<T>) { if constexpr (sizeof(T) == 4) return (T)atomicMin((unsigned int *)p, (unsigned int)v); else return (T)atomicMin((unsigned long long *)p, (unsigned long long)v); }
  else return change(p, [=](T x) { return v < x ? v : x; });
}
__CUFORT_AT__ T greatest(T *p, T v) {
  if constexpr (is_plain<T> && (T)-1 < (T)0) { if constexpr (sizeof(T) == 4) return (T)atomicMax((int *)p, (int)v); else return (T)atomicMax((long long *)p, (long long)v); }
  else if constexpr (is_plain<T>) { if constexpr (sizeof(T) == 4) return (T)atomicMax((unsigned int *)p, (unsigned int)v); else return (T)atomicMax((unsigned long long *)p, (unsigned long long)v); }
  else return change(p, [=](T x) { return x < v ? v : x; });
}
#define __CUFORT_BITS__(name, function, op) \
  __CUFORT_AT__ T name(T *p, T v) { \
    if constexpr (sizeof(T) == 4) return (T)function((unsigned int *)p, (unsigned int)v); \
    else if constexpr (sizeof(T) == 8) return (T)function((unsigned long long *)p, (unsigned long long)v); \
    else return change(p, [=](T x) { return (T)(x op v); }); \
  }
__CUFORT_BITS__(both, atomicAnd, &)
__CUFORT_BITS__(either, atomicOr, |)
__CUFORT_BITS__(differ, atomicXor, ^)
}
#define __CUFORT_NV__ template <class T> static inline __device__
__CUFORT_NV__ T __nv_atomic_load_n(const T *p, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) { return __cufort_atomics::load(p); }
__CUFORT_NV__ void __nv_atomic_load(const T *p, T *to, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) { *to = __cufort_atomics::load(p); }
template <class T, class U> static inline __device__ void __nv_atomic_store_n(T *p, U v, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) { __cufort_atomics::store(p, (T)v); }
__CUFORT_NV__ void __nv_atomic_store(T *p, T *from, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) { __cufort_atomics::store(p, *from); }
template <class T, class U> static inline __device__ T __nv_atomic_exchange_n(T *p, U v, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) { return __cufort_atomics::exchange(p, (T)v); }
__CUFORT_NV__ void __nv_atomic_exchange(T *p, T *from, T *to, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) { *to = __cufort_atomics::exchange(p, *from); }
template <class T, class U> static inline __device__ bool __nv_atomic_compare_exchange_n(T *p, T *want, U v, bool weak, int order, int otherwise, int scope = __NV_THREAD_SCOPE_SYSTEM) { return __cufort_atomics::swap(p, *want, (T)v); }
__CUFORT_NV__ bool __nv_atomic_compare_exchange(T *p, T *want, T *v, bool weak, int order, int otherwise, int scope = __NV_THREAD_SCOPE_SYSTEM) { return __cufort_atomics::swap(p, *want, *v); }
#define __CUFORT_NV_CHANGE__(word, how) \
  template <class T, class U> static inline __device__ T __nv_atomic_fetch_##word(T *p, U v, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) { return __cufort_atomics::how(p, (T)v); } \
  template <class T, class U> static inline __device__ void __nv_atomic_##word(T *p, U v, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) { __cufort_atomics::how(p, (T)v); }
__CUFORT_NV_CHANGE__(add, add)
__CUFORT_NV_CHANGE__(sub, sub)
__CUFORT_NV_CHANGE__(and, both)
__CUFORT_NV_CHANGE__(or, either)
__CUFORT_NV_CHANGE__(xor, differ)
__CUFORT_NV_CHANGE__(min, least)
__CUFORT_NV_CHANGE__(max, greatest)
static inline __device__ void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) { __threadfence_system(); }
