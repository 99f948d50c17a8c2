// Distributions of <random>: they give what those of libstdc++ give. The methods are those of Devroye, Non-Uniform Random Variate Generation, and of Marsaglia and Tsang (gamma).
#pragma once
#include <algorithm>
namespace std {
// A number from 0 to below 1, made of as many values as its digits need ([rand.util.canonical]).
template <class R, class G> inline R __canonical(G &g) {
  const double range = (double)g.max() - (double)g.min() + 1.0;
  size_t log = 0;
  for (double r = range; r >= 2; r /= 2) log++;
  R sum = 0, scale = 1;
  for (size_t k = (numeric_limits<R>::digits + log - 1) / log; k > 0; k--) {
    sum += (R)(g() - g.min()) * scale;
    scale = (R)((double)scale * range);
  }
  R x = sum / scale;
  if (x >= (R)1) x = numeric_limits<R>::digits == 24 ? (R)0.99999994039535522 : (R)0.99999999999999989;
  return x;
}
template <class R, size_t bits, class G> inline R generate_canonical(G &g) { return __canonical<R>(g); }
template <class T = int> class uniform_int_distribution {
  T low, high;

 public:
  typedef T result_type;
  struct param_type {
    T low, high;
    typedef uniform_int_distribution distribution_type;
    param_type(T a = 0, T b = numeric_limits<T>::max()) : low(a), high(b) {}
    T a() const { return low; }
    T b() const { return high; }
  };
  explicit uniform_int_distribution(T a = 0, T b = numeric_limits<T>::max()) : low(a), high(b) {}
  explicit uniform_int_distribution(const param_type &q) : low(q.low), high(q.high) {}
  T a() const { return low; }
  T b() const { return high; }
  T min() const { return low; }
  T max() const { return high; }
  void reset() {}
  param_type param() const { return param_type(low, high); }
  void param(const param_type &q) { low = q.low; high = q.high; }
  bool operator==(const uniform_int_distribution &o) const { return low == o.low && high == o.high; }
  template <class G> T operator()(G &g) { return (*this)(g, param_type(low, high)); }
  template <class G> T operator()(G &g, const param_type &q) {
    unsigned long gmin = g.min(), grange = (unsigned long)g.max() - gmin;
    unsigned long range = (unsigned long)q.high - (unsigned long)q.low;
    unsigned long x;
    if (grange > range) {
      if (grange == 18446744073709551615UL) {
        unsigned long n = range + 1;
        unsigned long y = (unsigned long)g();
        unsigned long low64 = n * y;
        if (low64 < n) {
          unsigned long limit = (0UL - n) % n;
          while (low64 < limit) { y = (unsigned long)g(); low64 = n * y; }
        }
        x = __umul_high(n, y);
      } else if (grange == 4294967295UL) {
        unsigned int n = (unsigned int)(range + 1);
        unsigned long product = (unsigned long)n * (unsigned int)g();
        unsigned int least = (unsigned int)product;
        if (least < n) {
          unsigned int limit = (0U - n) % n;
          while (least < limit) { product = (unsigned long)n * (unsigned int)g(); least = (unsigned int)product; }
        }
        x = product >> 32;
      } else {
        unsigned long n = range + 1, scaling = grange / n, past = n * scaling;
        do x = (unsigned long)g() - gmin;
        while (x >= past);
        x /= scaling;
      }
    } else if (grange < range) {
      unsigned long y;
      do {
        unsigned long n = grange + 1;
        y = n * (unsigned long)uniform_int_distribution<unsigned long>(0, range / n)(g);
        x = y + ((unsigned long)g() - gmin);
      } while (x > range || x < y);
    } else x = (unsigned long)g() - gmin;
    return (T)(x + (unsigned long)q.low);
  }
  static unsigned long __umul_high(unsigned long a, unsigned long b) {
    unsigned long a0 = a & 0xffffffffUL, a1 = a >> 32, b0 = b & 0xffffffffUL, b1 = b >> 32;
    unsigned long m = a1 * b0 + ((a0 * b0) >> 32), k = a0 * b1 + (m & 0xffffffffUL);
    return a1 * b1 + (m >> 32) + (k >> 32);
  }
};
// What they have in common: parameters that are kept, or given with a call.
#define __CUFORT_DISTRIBUTION(name) \
  __CUFORT_KEPT(name) \
  template <class G> result_type operator()(G &g) { return (*this)(g, q); }
#define __CUFORT_KEPT(name) \
  param_type q; \
  \
 public: \
  explicit name(const param_type &p) : q(p) {} \
  param_type param() const { return q; } \
  void param(const param_type &p) { q = p; reset(); } \
  template <class I, class G> void __generate(I from, I to, G &g) { for (; from != to; ++from) *from = (*this)(g, q); } \
  friend bool operator==(const name &a, const name &b) { return a.q == b.q; } \
  friend bool operator!=(const name &a, const name &b) { return !(a.q == b.q); }
#define __CUFORT_TWO(name, T, first, a0, U, second, b0) \
  struct param_type { \
    typedef name distribution_type; \
    T x; \
    U y; \
    explicit param_type(T a = a0, U b = b0) : x(a), y(b) {} \
    T first() const { return x; } \
    U second() const { return y; } \
    bool operator==(const param_type &o) const { return x == o.x && y == o.y; } \
  }; \
  explicit name(T a = a0, U b = b0) : q(a, b) {} \
  T first() const { return q.x; } \
  U second() const { return q.y; } \
  __CUFORT_DISTRIBUTION(name)
#define __CUFORT_ONE(name, T, first, a0) \
  struct param_type { \
    typedef name distribution_type; \
    T x; \
    explicit param_type(T a = a0) : x(a) {} \
    T first() const { return x; } \
    bool operator==(const param_type &o) const { return x == o.x; } \
  }; \
  explicit name(T a = a0) : q(a) {} \
  T first() const { return q.x; } \
  __CUFORT_DISTRIBUTION(name)
template <class R = double> class uniform_real_distribution {
 public:
  typedef R result_type;
  __CUFORT_TWO(uniform_real_distribution, R, a, 0, R, b, 1)
  R min() const { return q.x; }
  R max() const { return q.y; }
  void reset() {}
  template <class G> R operator()(G &g, const param_type &p) { return __canonical<R>(g) * (p.y - p.x) + p.x; }
};
class bernoulli_distribution {
 public:
  typedef bool result_type;
  __CUFORT_ONE(bernoulli_distribution, double, p, 0.5)
  bool min() const { return false; }
  bool max() const { return true; }
  void reset() {}
  template <class G> bool operator()(G &g, const param_type &p) { return __canonical<double>(g) < p.x; }
};
template <class R = double> class normal_distribution {
  R saved = 0;
  bool has = false;

 public:
  typedef R result_type;
  __CUFORT_TWO(normal_distribution, R, mean, 0, R, stddev, 1)
  R min() const { return numeric_limits<R>::lowest(); }
  R max() const { return numeric_limits<R>::max(); }
  void reset() { has = false; }
  // The polar method of Marsaglia.
  template <class G> R operator()(G &g, const param_type &p) {
    R unit;
    if (has) {
      has = false;
      unit = saved;
    } else {
      R x, y, r2;
      do {
        x = (R)2.0 * __canonical<R>(g) - (R)1.0;
        y = (R)2.0 * __canonical<R>(g) - (R)1.0;
        r2 = x * x + y * y;
      } while (r2 > 1.0 || r2 == 0.0);
      const R m = sqrt(-2 * log(r2) / r2);
      saved = x * m;
      has = true;
      unit = y * m;
    }
    return unit * p.y + p.x;
  }
};
template <class R = double> class lognormal_distribution {
  normal_distribution<R> unit;

 public:
  typedef R result_type;
  __CUFORT_TWO(lognormal_distribution, R, m, 0, R, s, 1)
  R min() const { return 0; }
  R max() const { return numeric_limits<R>::max(); }
  void reset() { unit.reset(); }
  template <class G> R operator()(G &g, const param_type &p) { return exp(p.y * unit(g) + p.x); }
};
template <class R = double> class exponential_distribution {
 public:
  typedef R result_type;
  __CUFORT_ONE(exponential_distribution, R, lambda, 1)
  R min() const { return 0; }
  R max() const { return numeric_limits<R>::max(); }
  void reset() {}
  template <class G> R operator()(G &g, const param_type &p) { return -log((R)1 - __canonical<R>(g)) / p.x; }
};
template <class R = double> class weibull_distribution {
 public:
  typedef R result_type;
  __CUFORT_TWO(weibull_distribution, R, a, 1, R, b, 1)
  R min() const { return 0; }
  R max() const { return numeric_limits<R>::max(); }
  void reset() {}
  template <class G> R operator()(G &g, const param_type &p) { return p.y * pow(-log((R)1 - __canonical<R>(g)), (R)1 / p.x); }
};
template <class R = double> class extreme_value_distribution {
 public:
  typedef R result_type;
  __CUFORT_TWO(extreme_value_distribution, R, a, 0, R, b, 1)
  R min() const { return numeric_limits<R>::lowest(); }
  R max() const { return numeric_limits<R>::max(); }
  void reset() {}
  template <class G> R operator()(G &g, const param_type &p) { return p.x - p.y * log(-log((R)1 - __canonical<R>(g))); }
};
template <class R = double> class cauchy_distribution {
 public:
  typedef R result_type;
  __CUFORT_TWO(cauchy_distribution, R, a, 0, R, b, 1)
  R min() const { return numeric_limits<R>::lowest(); }
  R max() const { return numeric_limits<R>::max(); }
  void reset() {}
  template <class G> R operator()(G &g, const param_type &p) {
    R u;
    do u = __canonical<R>(g);
    while (u == 0.5);
    return p.x + p.y * tan((R)3.14159265358979323846 * u);
  }
};
template <class R = double> class gamma_distribution {
  normal_distribution<R> unit;

 public:
  typedef R result_type;
  __CUFORT_TWO(gamma_distribution, R, alpha, 1, R, beta, 1)
  R min() const { return 0; }
  R max() const { return numeric_limits<R>::max(); }
  void reset() { unit.reset(); }
  template <class G> R operator()(G &g, const param_type &p) {
    const R shape = p.x < 1.0 ? p.x + (R)1 : p.x;
    const R d = shape - (R)1 / (R)3;
    const R c = (R)1 / sqrt((R)9 * d);
    R n, v, u;
    do {
      do {
        n = unit(g);
        v = (R)1 + c * n;
      } while (v <= 0.0);
      v = v * v * v;
      u = __canonical<R>(g);
    } while (u > (R)1 - 0.0331 * n * n * n * n && log(u) > 0.5 * n * n + d * (1.0 - v + log(v)));
    if (p.x == shape) return d * v * p.y;
    do u = __canonical<R>(g);
    while (u == 0.0);
    return pow(u, (R)1 / p.x) * d * v * p.y;
  }
};
template <class R = double> class chi_squared_distribution {
  gamma_distribution<R> half;

 public:
  typedef R result_type;
  __CUFORT_ONE(chi_squared_distribution, R, n, 1)
  R min() const { return 0; }
  R max() const { return numeric_limits<R>::max(); }
  void reset() { half.reset(); }
  template <class G> R operator()(G &g, const param_type &p) { return 2 * half(g, typename gamma_distribution<R>::param_type(p.x / 2)); }
};
template <class R = double> class fisher_f_distribution {
  gamma_distribution<R> above, below;

 public:
  typedef R result_type;
  __CUFORT_TWO(fisher_f_distribution, R, m, 1, R, n, 1)
  R min() const { return 0; }
  R max() const { return numeric_limits<R>::max(); }
  void reset() { above.reset(); below.reset(); }
  template <class G> R operator()(G &g, const param_type &p) {
    typedef typename gamma_distribution<R>::param_type half;
    const R a = above(g, half(p.x / 2));
    const R b = below(g, half(p.y / 2));
    return (a * p.y) / (b * p.x);
  }
};
template <class R = double> class student_t_distribution {
  normal_distribution<R> unit;
  gamma_distribution<R> squares;

 public:
  typedef R result_type;
  struct param_type {
    typedef student_t_distribution distribution_type;
    R x;
    explicit param_type(R n = 1) : x(n) {}
    R n() const { return x; }
    bool operator==(const param_type &o) const { return x == o.x; }
  };
  explicit student_t_distribution(R n = 1) : q(n) {}
  R n() const { return q.x; }
  __CUFORT_KEPT(student_t_distribution)
  R min() const { return numeric_limits<R>::lowest(); }
  R max() const { return numeric_limits<R>::max(); }
  void reset() { unit.reset(); squares.reset(); }
  // Which of the two is drawn first differs between the two forms.
  template <class G> R operator()(G &g) {
    const R x = unit(g);
    return x * sqrt(q.x / squares(g, typename gamma_distribution<R>::param_type(q.x / 2, 2)));
  }
  template <class G> R operator()(G &g, const param_type &p) {
    const R sum = squares(g, typename gamma_distribution<R>::param_type(p.x / 2, 2));
    return unit(g) * sqrt(p.x / sum);
  }
};
// The greatest value that an integer of that type may be made of.
template <class T> inline double __most() { return (double)numeric_limits<T>::max() + (1 - numeric_limits<double>::epsilon()) / 2; }
template <class T = int> class geometric_distribution {
 public:
  typedef T result_type;
  __CUFORT_ONE(geometric_distribution, double, p, 0.5)
  T min() const { return 0; }
  T max() const { return numeric_limits<T>::max(); }
  void reset() {}
  template <class G> T operator()(G &g, const param_type &p) {
    double x;
    do x = floor(log(1.0 - __canonical<double>(g)) / log(1.0 - p.x));
    while (x >= __most<T>());
    return (T)(x + (1 - numeric_limits<double>::epsilon()) / 2);
  }
};
template <class T = int> class poisson_distribution {
  normal_distribution<double> unit;

 public:
  typedef T result_type;
  __CUFORT_ONE(poisson_distribution, double, mean, 1)
  T min() const { return 0; }
  T max() const { return numeric_limits<T>::max(); }
  void reset() { unit.reset(); }
  template <class G> T operator()(G &g, const param_type &p) { return p.x < 12 ? few(g, exp(-p.x)) : many(g, p.x); }

 private:
  template <class G> T few(G &g, double limit) {
    T x = 0;
    double product = 1;
    do {
      product *= __canonical<double>(g);
      x += 1;
    } while (product > limit);
    return x - 1;
  }
  // Devroye, X.3.3, by rejection from a curve of six parts.
  template <class G> T many(G &g, double mean) {
    const double m = floor(mean), log_mean = log(mean), log_factorial = lgamma(m + 1), root = sqrt(m);
    const double quarter = 0.7853981633974483096156608458198757;
    const double d = round(std::max(6.0, std::min(m, sqrt(2 * m * log(32 * m / quarter)))));
    const double cx = 2 * m + d, spread = sqrt(cx / 2), per_cx = 1 / cx;
    const double c1 = root * 1.2533141373155002512078826424055226;
    const double c2 = sqrt(quarter * cx) * exp(per_cx) + c1, c3 = c2 + 1, c4 = c3 + 1, c5 = c4 + 1.0129030479320018583185514777512983;
    const double c = 2 * cx * exp(-d * per_cx * (1 + d / 2)) / d + c5;
    for (;;) {
      const double u = c * __canonical<double>(g);
      const double e = -log(1.0 - __canonical<double>(g));
      double x, w = 0;
      if (u <= c1) {
        const double n = unit(g);
        const double y = -fabs(n) * root - 1;
        x = floor(y);
        w = -n * n / 2;
        if (x < -m) continue;
      } else if (u <= c2) {
        const double n = unit(g);
        const double y = 1 + fabs(n) * spread;
        x = ceil(y);
        w = y * (2 - y) * per_cx;
        if (x > d) continue;
      } else if (u <= c3) x = -1;
      else if (u <= c4) x = 0;
      else if (u <= c5) {
        x = 1;
        w = 0.0128205128205128205128205128205128;
      } else {
        const double v = -log(1.0 - __canonical<double>(g));
        const double y = d + v * (2 * cx) / d;
        x = ceil(y);
        w = -d * per_cx * (1 + y / 2);
      }
      if (w - e - x * log_mean > log_factorial - lgamma(x + m + 1) || x + m >= __most<T>()) continue;
      return (T)(x + m + (1 - numeric_limits<double>::epsilon()) / 2);
    }
  }
};
template <class T = int> class negative_binomial_distribution {
  gamma_distribution<double> rate;

 public:
  typedef T result_type;
  __CUFORT_TWO(negative_binomial_distribution, T, k, 1, double, p, 0.5)
  T min() const { return 0; }
  T max() const { return numeric_limits<T>::max(); }
  void reset() { rate.reset(); }
  template <class G> T operator()(G &g, const param_type &p) {
    poisson_distribution<T> count(rate(g, gamma_distribution<double>::param_type((double)p.x, (1.0 - p.y) / p.y)));
    return count(g);
  }
};
template <class T = int> class binomial_distribution {
  normal_distribution<double> unit;

 public:
  typedef T result_type;
  __CUFORT_TWO(binomial_distribution, T, t, 1, double, p, 0.5)
  T min() const { return 0; }
  T max() const { return q.x; }
  void reset() { unit.reset(); }
  template <class G> T operator()(G &g, const param_type &p) {
    const double rare = p.y <= 0.5 ? p.y : 1.0 - p.y;
    const T x = p.x * rare >= 8 ? many(g, p.x, rare) : waiting(g, p.x, -log(1 - rare));
    return rare != p.y ? p.x - x : x;
  }

 private:
  template <class G> T waiting(G &g, T t, double limit) {
    T x = 0;
    double sum = 0;
    do {
      if (t == x) return x;
      sum += -log(1.0 - __canonical<double>(g)) / (t - x);
      x += 1;
    } while (sum <= limit);
    return x - 1;
  }
  // Devroye, X.4.3, by rejection from two normal curves and two exponential ones.
  template <class G> T many(G &g, T t, double p) {
    const double np = floor(t * p), pa = np / t, rest = 1 - pa, quarter = 0.7853981633974483096156608458198757;
    const double d1 = round(std::max(1.0, sqrt(np * rest * log(32 * np / (81 * quarter * rest)))));
    const double d2 = round(std::max(1.0, sqrt(np * rest * log(32 * t * rest / (quarter * pa)))));
    const double s1 = sqrt(np * rest) * (1 + d1 / (4 * np)), s2 = sqrt(np * rest) * (1 + d2 / (4 * t * rest));
    const double c = 2 * d1 / np, half = 1.2533141373155002512078826424055226;
    const double a1 = exp(c) * s1 * half, a12 = a1 + s2 * half, s1s = s1 * s1, s2s = s2 * s2;
    const double a123 = a12 + (exp(d1 / (t * rest)) * 2 * s1s / d1 * exp(-d1 * d1 / (2 * s1s)));
    const double all = a123 + 2 * s2s / d2 * exp(-d2 * d2 / (2 * s2s));
    const double log_factorials = lgamma(np + 1) + lgamma(t - np + 1), log_odds = log(pa / rest);
    double x;
    for (;;) {
      const double u = all * __canonical<double>(g);
      double v;
      if (u <= a12) {
        const bool isRight = u <= a1;
        const double n = unit(g);
        const double y = (isRight ? s1 : s2) * fabs(n);
        if (y >= (isRight ? d1 : d2)) continue;
        const double e = -log(1.0 - __canonical<double>(g));
        x = floor(isRight ? y : -y);
        v = isRight ? -e - n * n / 2 + c : -e - n * n / 2;
      } else {
        const bool isRight = u <= a123;
        const double e1 = -log(1.0 - __canonical<double>(g));
        const double e2 = -log(1.0 - __canonical<double>(g));
        const double y = isRight ? d1 + 2 * s1s * e1 / d1 : d2 + 2 * s2s * e1 / d2;
        x = floor(isRight ? y : -y);
        v = isRight ? -e2 + d1 * (1 / (t - np) - y / (2 * s1s)) : -e2 - d2 * y / (2 * s2s);
      }
      if (x < -np || x > t - np) continue;
      if (v > log_factorials - (lgamma(np + x + 1) + lgamma(t - (np + x) + 1)) + x * log_odds) continue;
      if (x + np < __most<T>()) break;
    }
    x += np + (1 - numeric_limits<double>::epsilon()) / 2;
    return (T)x + waiting(g, t - (T)x, -log(1 - (p - pa) / rest));
  }
};
// Weights as their share of the whole, and what they add up to one after another.
inline void __shares(vector<double> &weights, vector<double> &sums) {
  double whole = 0, sum = 0;
  for (double w : weights) whole += w;
  for (double &w : weights) {
    w /= whole;
    sum = sums.empty() ? w : sum + w;
    sums.push_back(sum);
  }
  if (!sums.empty()) sums.back() = 1.0;
}
template <class T = int> class discrete_distribution {
 public:
  typedef T result_type;
  struct param_type {
    typedef discrete_distribution distribution_type;
    vector<double> weights, sums;
    param_type() {}
    template <class I> param_type(I a, I b) : weights(a, b) { begin(); }
    param_type(initializer_list<double> l) : weights(l) { begin(); }
    template <class F> param_type(size_t n, double a, double b, F f) {
      const double step = (b - a) / (n ? n : 1);
      for (size_t i = 0; i < n; i++) weights.push_back(f(a + i * step + 0.5 * step));
      begin();
    }
    void begin() { if (weights.size() < 2) weights.clear(); else __shares(weights, sums); }
    vector<double> probabilities() const { return weights.empty() ? vector<double>(1, 1.0) : weights; }
    bool operator==(const param_type &o) const { return weights == o.weights; }
  };
  discrete_distribution() {}
  template <class I> discrete_distribution(I a, I b) : q(a, b) {}
  discrete_distribution(initializer_list<double> l) : q(l) {}
  template <class F> discrete_distribution(size_t n, double a, double b, F f) : q(n, a, b, f) {}
  __CUFORT_DISTRIBUTION(discrete_distribution)
  vector<double> probabilities() const { return q.probabilities(); }
  T min() const { return 0; }
  T max() const { return q.weights.empty() ? 0 : (T)(q.weights.size() - 1); }
  void reset() {}
  template <class G> T operator()(G &g, const param_type &p) {
    if (p.sums.empty()) return 0;
    const double x = __canonical<double>(g);
    return (T)(std::lower_bound(p.sums.begin(), p.sums.end(), x) - p.sums.begin());
  }
};
template <class R = double> class piecewise_constant_distribution {
 public:
  typedef R result_type;
  struct param_type {
    typedef piecewise_constant_distribution distribution_type;
    vector<R> ends;
    vector<double> weights, sums;
    param_type() {}
    template <class I, class J> param_type(I a, I b, J w) {
      for (; a != b; ++a) {
        if (!ends.empty()) { weights.push_back(*w); ++w; }
        ends.push_back(*a);
      }
      begin();
    }
    template <class F> param_type(initializer_list<R> l, F f) {
      for (R x : l) ends.push_back(x);
      for (size_t i = 0; i + 1 < ends.size(); i++) weights.push_back(f(0.5 * (ends[i + 1] + ends[i])));
      begin();
    }
    template <class F> param_type(size_t n, R a, R b, F f) {
      const R step = (b - a) / (n ? n : 1);
      for (size_t i = 0; i <= n; i++) ends.push_back(a + i * step);
      for (size_t i = 0; i < n; i++) weights.push_back(f(ends[i] + 0.5 * step));
      begin();
    }
    void begin() {
      if (ends.size() < 2 || (ends.size() == 2 && ends[0] == 0 && ends[1] == 1)) {
        ends.clear();
        weights.clear();
        return;
      }
      __shares(weights, sums);
      for (size_t i = 0; i < weights.size(); i++) weights[i] /= ends[i + 1] - ends[i];
    }
    vector<R> intervals() const { return ends.empty() ? vector<R>{0, 1} : ends; }
    vector<double> densities() const { return weights.empty() ? vector<double>(1, 1.0) : weights; }
    bool operator==(const param_type &o) const { return ends == o.ends && weights == o.weights; }
  };
  piecewise_constant_distribution() {}
  template <class I, class J> piecewise_constant_distribution(I a, I b, J w) : q(a, b, w) {}
  template <class F> piecewise_constant_distribution(initializer_list<R> l, F f) : q(l, f) {}
  template <class F> piecewise_constant_distribution(size_t n, R a, R b, F f) : q(n, a, b, f) {}
  __CUFORT_DISTRIBUTION(piecewise_constant_distribution)
  vector<R> intervals() const { return q.intervals(); }
  vector<double> densities() const { return q.densities(); }
  R min() const { return q.ends.empty() ? 0 : q.ends.front(); }
  R max() const { return q.ends.empty() ? 1 : q.ends.back(); }
  void reset() {}
  template <class G> R operator()(G &g, const param_type &p) {
    const double x = __canonical<double>(g);
    if (p.sums.empty()) return x;
    const size_t i = std::lower_bound(p.sums.begin(), p.sums.end(), x) - p.sums.begin();
    return p.ends[i] + (x - (i > 0 ? p.sums[i - 1] : 0.0)) / p.weights[i];
  }
};
template <class R = double> class piecewise_linear_distribution {
 public:
  typedef R result_type;
  struct param_type {
    typedef piecewise_linear_distribution distribution_type;
    vector<R> ends;
    vector<double> weights, sums, slopes;
    param_type() {}
    template <class I, class J> param_type(I a, I b, J w) {
      for (; a != b; ++a, ++w) {
        ends.push_back(*a);
        weights.push_back(*w);
      }
      begin();
    }
    template <class F> param_type(initializer_list<R> l, F f) {
      for (R x : l) {
        ends.push_back(x);
        weights.push_back(f(x));
      }
      begin();
    }
    template <class F> param_type(size_t n, R a, R b, F f) {
      const R step = (b - a) / (n ? n : 1);
      for (size_t i = 0; i <= n; i++) {
        ends.push_back(a + i * step);
        weights.push_back(f(ends[i] + step));
      }
      begin();
    }
    void begin() {
      if (ends.size() < 2 || (ends.size() == 2 && ends[0] == 0 && ends[1] == 1 && weights[0] == weights[1])) {
        ends.clear();
        weights.clear();
        return;
      }
      double sum = 0;
      for (size_t i = 0; i + 1 < ends.size(); i++) {
        const R step = ends[i + 1] - ends[i];
        sum += 0.5 * (weights[i + 1] + weights[i]) * step;
        sums.push_back(sum);
        slopes.push_back((weights[i + 1] - weights[i]) / step);
      }
      for (double &x : weights) x /= sum;
      for (double &x : sums) x /= sum;
      for (double &x : slopes) x /= sum;
      sums.back() = 1.0;
    }
    vector<R> intervals() const { return ends.empty() ? vector<R>{0, 1} : ends; }
    vector<double> densities() const { return weights.empty() ? vector<double>(2, 1.0) : weights; }
    bool operator==(const param_type &o) const { return ends == o.ends && weights == o.weights; }
  };
  piecewise_linear_distribution() {}
  template <class I, class J> piecewise_linear_distribution(I a, I b, J w) : q(a, b, w) {}
  template <class F> piecewise_linear_distribution(initializer_list<R> l, F f) : q(l, f) {}
  template <class F> piecewise_linear_distribution(size_t n, R a, R b, F f) : q(n, a, b, f) {}
  __CUFORT_DISTRIBUTION(piecewise_linear_distribution)
  vector<R> intervals() const { return q.intervals(); }
  vector<double> densities() const { return q.densities(); }
  R min() const { return q.ends.empty() ? 0 : q.ends.front(); }
  R max() const { return q.ends.empty() ? 1 : q.ends.back(); }
  void reset() {}
  template <class G> R operator()(G &g, const param_type &p) {
    const double x = __canonical<double>(g);
    if (p.sums.empty()) return x;
    const size_t i = std::lower_bound(p.sums.begin(), p.sums.end(), x) - p.sums.begin();
    const double a = 0.5 * p.slopes[i], b = p.weights[i], c = x - (i > 0 ? p.sums[i - 1] : 0.0);
    R at = p.ends[i];
    if (a == 0) at += c / b;
    else at += 0.5 * (sqrt(b * b + 4.0 * a * c) - b) / a;
    return at;
  }
};
#undef __CUFORT_DISTRIBUTION
#undef __CUFORT_KEPT
#undef __CUFORT_TWO
#undef __CUFORT_ONE
}
