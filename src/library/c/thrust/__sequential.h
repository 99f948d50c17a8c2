// Algorithms of one thread, which device code calls too.
#pragma once
#include <thrust/__all.h>
namespace thrust {
#define __CUFORT_SEQ__(...) template <__VA_ARGS__> __host__ __device__ inline
__CUFORT_SEQ__(class I, class T) void fill(const sequential_policy &, I a, I b, T x) { for (; a != b; ++a) *a = x; }
__CUFORT_SEQ__(class I, class O) O copy(const sequential_policy &, I a, I b, O to) { for (; a != b; ++a, ++to) *to = *a; return to; }
__CUFORT_SEQ__(class I, class O, class F) O copy_if(const sequential_policy &, I a, I b, O to, F f) { for (; a != b; ++a) if (f(*a)) { *to = *a; ++to; } return to; }
__CUFORT_SEQ__(class I) void sequence(const sequential_policy &, I a, I b) { for (int i = 0; a != b; ++a) *a = i++; }
__CUFORT_SEQ__(class I, class F) I for_each(const sequential_policy &, I a, I b, F f) { for (; a != b; ++a) f(*a); return b; }
__CUFORT_SEQ__(class I, class O, class F) O transform(const sequential_policy &, I a, I b, O to, F f) { for (; a != b; ++a, ++to) *to = f(*a); return to; }
__CUFORT_SEQ__(class I, class J, class O, class F) O transform(const sequential_policy &, I a, I b, J c, O to, F f) { for (; a != b; ++a, ++c, ++to) *to = f(*a, *c); return to; }
__CUFORT_SEQ__(class I, class T, class F) T reduce(const sequential_policy &, I a, I b, T x, F f) { for (; a != b; ++a) x = f(x, *a); return x; }
__CUFORT_SEQ__(class I, class T) T reduce(const sequential_policy &, I a, I b, T x) { for (; a != b; ++a) x = x + *a; return x; }
__CUFORT_SEQ__(class I) __value_t<I> reduce(const sequential_policy &, I a, I b) { __value_t<I> x = __value_t<I>(); for (; a != b; ++a) x = x + *a; return x; }
__CUFORT_SEQ__(class I, class G, class T, class F) T transform_reduce(const sequential_policy &, I a, I b, G g, T x, F f) { for (; a != b; ++a) x = f(x, g(*a)); return x; }
__CUFORT_SEQ__(class I, class J, class T) T inner_product(const sequential_policy &, I a, I b, J c, T x) { for (; a != b; ++a, ++c) x = x + *a * *c; return x; }
__CUFORT_SEQ__(class I, class T) long count(const sequential_policy &, I a, I b, T x) { long n = 0; for (; a != b; ++a) n += *a == x; return n; }
__CUFORT_SEQ__(class I, class F) long count_if(const sequential_policy &, I a, I b, F f) { long n = 0; for (; a != b; ++a) n += f(*a) ? 1 : 0; return n; }
__CUFORT_SEQ__(class I, class T) I find(const sequential_policy &, I a, I b, T x) { for (; a != b; ++a) if (*a == x) return a; return b; }
__CUFORT_SEQ__(class I, class F) I find_if(const sequential_policy &, I a, I b, F f) { for (; a != b; ++a) if (f(*a)) return a; return b; }
__CUFORT_SEQ__(class I, class F) bool any_of(const sequential_policy &, I a, I b, F f) { for (; a != b; ++a) if (f(*a)) return true; return false; }
__CUFORT_SEQ__(class I, class F) bool all_of(const sequential_policy &, I a, I b, F f) { for (; a != b; ++a) if (!f(*a)) return false; return true; }
__CUFORT_SEQ__(class I, class F) bool none_of(const sequential_policy &s, I a, I b, F f) { return !any_of(s, a, b, f); }
__CUFORT_SEQ__(class I, class F) I max_element(const sequential_policy &, I a, I b, F less) { I m = a; for (; a != b; ++a) if (less(*m, *a)) m = a; return m; }
__CUFORT_SEQ__(class I, class F) I min_element(const sequential_policy &, I a, I b, F less) { I m = a; for (; a != b; ++a) if (less(*a, *m)) m = a; return m; }
__CUFORT_SEQ__(class I) I max_element(const sequential_policy &s, I a, I b) { return max_element(s, a, b, less<__value_t<I>>()); }
__CUFORT_SEQ__(class I) I min_element(const sequential_policy &s, I a, I b) { return min_element(s, a, b, less<__value_t<I>>()); }
__CUFORT_SEQ__(class I, class O, class F) O inclusive_scan(const sequential_policy &, I a, I b, O to, F f) { if (a == b) return to; __value_t<I> x = *a; *to = x; ++to; for (++a; a != b; ++a, ++to) { x = f(x, *a); *to = x; } return to; }
__CUFORT_SEQ__(class I, class O) O inclusive_scan(const sequential_policy &s, I a, I b, O to) { return inclusive_scan(s, a, b, to, plus<__value_t<I>>()); }
__CUFORT_SEQ__(class I, class O, class T, class F) O exclusive_scan(const sequential_policy &, I a, I b, O to, T x, F f) { for (; a != b; ++a, ++to) { T y = *a; *to = x; x = f(x, y); } return to; }
__CUFORT_SEQ__(class I, class O, class T) O exclusive_scan(const sequential_policy &s, I a, I b, O to, T x) { return exclusive_scan(s, a, b, to, x, plus<T>()); }
__CUFORT_SEQ__(class I, class O) O exclusive_scan(const sequential_policy &s, I a, I b, O to) { return exclusive_scan(s, a, b, to, __value_t<I>()); }
__CUFORT_SEQ__(class I, class T) I lower_bound(const sequential_policy &, I a, I b, const T &x) { return a + __lower::of(a, b - a, x, less<__value_t<I>>()); }
__CUFORT_SEQ__(class I, class T) I upper_bound(const sequential_policy &, I a, I b, const T &x) { return a + __upper::of(a, b - a, x, less<__value_t<I>>()); }
__CUFORT_SEQ__(class I, class T) bool binary_search(const sequential_policy &, I a, I b, const T &x) { return __present::of(a, b - a, x, less<__value_t<I>>()); }
__CUFORT_SEQ__(class I) I unique(const sequential_policy &, I a, I b) { if (a == b) return b; I to = a; for (++a; a != b; ++a) if (!(*to == *a)) { ++to; *to = *a; } return ++to; }
__CUFORT_SEQ__(class I, class F) I remove_if(const sequential_policy &, I a, I b, F f) { I to = a; for (; a != b; ++a) if (!f(*a)) { *to = *a; ++to; } return to; }
__CUFORT_SEQ__(class I) void reverse(const sequential_policy &, I a, I b) { while (a != b && a != --b) { auto x = *a; *a = *b; *b = x; ++a; } }
// By insertion, what is small; else a heap.
template <class I, class J, class F> __host__ __device__ inline void __heap_sort(I at, J values, bool has, long n, F less) {
  typedef __value_t<I> K;
  typedef __value_t<J> V;
  for (long step = 0, start = n / 2, end = n; ; step++) {
    if (start > 0) start--;
    else if (--end > 0) { K x = at[end]; at[end] = at[0]; at[0] = x; if (has) { V v = values[end]; values[end] = values[0]; values[0] = v; } }
    else break;
    for (long root = start, child; (child = 2 * root + 1) < end; root = child) {
      if (child + 1 < end && less(at[child], at[child + 1])) child++;
      if (!less(at[root], at[child])) break;
      K x = at[root]; at[root] = at[child]; at[child] = x;
      if (has) { V v = values[root]; values[root] = values[child]; values[child] = v; }
    }
  }
}
template <class I, class J, class F> __host__ __device__ inline void __insertion_sort(I at, J values, bool has, long n, F less) {
  typedef __value_t<I> K;
  typedef __value_t<J> V;
  for (long i = 1; i < n; i++) {
    K x = at[i];
    V v = values[has ? i : 0];
    long j = i;
    for (; j > 0 && less(x, at[j - 1]); j--) { at[j] = at[j - 1]; if (has) values[j] = values[j - 1]; }
    at[j] = x;
    if (has) values[j] = v;
  }
}
__CUFORT_SEQ__(class I, class F) void stable_sort(const sequential_policy &, I a, I b, F less) { if (b - a > 1) __insertion_sort(a, a, false, b - a, less); }
__CUFORT_SEQ__(class I) void stable_sort(const sequential_policy &s, I a, I b) { stable_sort(s, a, b, less<__value_t<I>>()); }
__CUFORT_SEQ__(class I, class F) void sort(const sequential_policy &s, I a, I b, F less) { if (b - a > 32) __heap_sort(a, a, false, b - a, less); else stable_sort(s, a, b, less); }
__CUFORT_SEQ__(class I) void sort(const sequential_policy &s, I a, I b) { sort(s, a, b, less<__value_t<I>>()); }
__CUFORT_SEQ__(class I, class J, class F) void stable_sort_by_key(const sequential_policy &, I a, I b, J c, F less) { if (b - a > 1) __insertion_sort(a, c, true, b - a, less); }
__CUFORT_SEQ__(class I, class J) void stable_sort_by_key(const sequential_policy &s, I a, I b, J c) { stable_sort_by_key(s, a, b, c, less<__value_t<I>>()); }
__CUFORT_SEQ__(class I, class J, class F) void sort_by_key(const sequential_policy &s, I a, I b, J c, F less) { if (b - a > 32) __heap_sort(a, c, true, b - a, less); else stable_sort_by_key(s, a, b, c, less); }
__CUFORT_SEQ__(class I, class J) void sort_by_key(const sequential_policy &s, I a, I b, J c) { sort_by_key(s, a, b, c, less<__value_t<I>>()); }
#undef __CUFORT_SEQ__
}
