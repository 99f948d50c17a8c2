// Engines and distributions that kernels can use: what is skipped costs no time.
#pragma once
#include <thrust/__all.h>
namespace thrust {
namespace random {
template <class U, U a, U c, U m> class linear_congruential_engine {
  unsigned long long x;
  __host__ __device__ static unsigned long long after(unsigned long long f, unsigned long long g, unsigned long long y) { return m ? (f * y + g) % m : f * y + g; }

 public:
  typedef U result_type;
  static const U multiplier = a, increment = c, modulus = m, min = c == 0 ? 1 : 0, max = m - 1, default_seed = 1;
  __host__ __device__ explicit linear_congruential_engine(U s = 1) { seed(s); }
  __host__ __device__ void seed(U s = 1) { x = after(1, 0, s); if (c == 0 && x == 0) x = 1; }
  __host__ __device__ U operator()() { x = after(a, c, x); return (U)x; }
  __host__ __device__ void discard(unsigned long long n) {
    unsigned long long f = a, g = c;
    for (; n; n >>= 1) {
      if (n & 1) x = after(f, g, x);
      g = after(f, g, g);
      f = after(f, 0, f);
    }
  }
  __host__ __device__ bool operator==(const linear_congruential_engine &o) const { return x == o.x; }
  __host__ __device__ bool operator!=(const linear_congruential_engine &o) const { return x != o.x; }
};
typedef linear_congruential_engine<unsigned int, 16807, 0, 2147483647> minstd_rand0;
typedef linear_congruential_engine<unsigned int, 48271, 0, 2147483647> minstd_rand;
typedef minstd_rand default_random_engine;
template <class T = double> class uniform_real_distribution {
  T low, high;

 public:
  typedef T result_type;
  __host__ __device__ explicit uniform_real_distribution(T a = 0, T b = 1) : low(a), high(b) {}
  __host__ __device__ void reset() {}
  template <class G> __host__ __device__ T operator()(G &g) {
    T u = (T)(g() - G::min);
    u /= (T)1 + (T)(G::max - G::min);
    return u * (high - low) + low;
  }
  __host__ __device__ T a() const { return low; }
  __host__ __device__ T b() const { return high; }
  __host__ __device__ T min() const { return low; }
  __host__ __device__ T max() const { return high; }
};
template <class T = int> class uniform_int_distribution {
  T low, high;

 public:
  typedef T result_type;
  __host__ __device__ explicit uniform_int_distribution(T a = 0, T b = std::numeric_limits<T>::max()) : low(a), high(b) {}
  __host__ __device__ void reset() {}
  template <class G> __host__ __device__ T operator()(G &g) {
    return (T)uniform_real_distribution<double>((double)low, (double)high + 1.0)(g);
  }
  __host__ __device__ T a() const { return low; }
  __host__ __device__ T b() const { return high; }
  __host__ __device__ T min() const { return low; }
  __host__ __device__ T max() const { return high; }
};
__host__ __device__ inline double __tail(double p) { return ::erfcinv(p); }
__host__ __device__ inline float __tail(float p) { return ::erfcinvf(p); }
template <class T = double> class normal_distribution {
  T middle, width;

 public:
  typedef T result_type;
  __host__ __device__ explicit normal_distribution(T mean = 0, T stddev = 1) : middle(mean), width(stddev) {}
  __host__ __device__ void reset() {}
  template <class G> __host__ __device__ T operator()(G &g) {
    const auto range = G::max - G::min;
    const T step = (T)1 / range;
    auto u = g() - G::min;
    T sign = (T)-1.4142135623730950488;
    if (u > range / 2) { u = range - u; sign = -sign; }
    return middle + width * sign * __tail(2 * (u * step + step / 2));
  }
  __host__ __device__ T mean() const { return middle; }
  __host__ __device__ T stddev() const { return width; }
};
}
using random::default_random_engine;
using random::linear_congruential_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::uniform_int_distribution;
using random::uniform_real_distribution;
}
