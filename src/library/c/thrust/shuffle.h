// Elements in an order that an engine gives, found on the host.
#pragma once
#include <thrust/random.h>
namespace thrust {
template <class I, class O, class G> inline void shuffle_copy(I first, I last, O to, G &&g) {
  typedef typename std::iterator_traits<I>::value_type T;
  long n = last - first;
  host_vector<T> all(n);
  thrust::copy(first, last, all.begin());
  for (long i = n - 1; i > 0; i--) {
    unsigned long long r = (unsigned long long)g() << 32;
    r ^= (unsigned long long)g();
    long j = (long)(r % (unsigned long long)(i + 1));
    T x = all[i];
    all[i] = all[j];
    all[j] = x;
  }
  thrust::copy(all.begin(), all.end(), to);
}
template <class I, class G> inline void shuffle(I first, I last, G &&g) { shuffle_copy(first, last, first, g); }
template <class P, class I, class O, class G, class = typename P::side> inline void shuffle_copy(const P &, I first, I last, O to, G &&g) { shuffle_copy(first, last, to, g); }
template <class P, class I, class G, class = typename P::side> inline void shuffle(const P &, I first, I last, G &&g) { shuffle_copy(first, last, first, g); }
}
