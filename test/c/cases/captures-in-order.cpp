// What a lambda captures is copied in the order of its list, used or not; *this, packs and values by other names.
#include <cstdio>
#include <utility>

struct N {
  const char *n;
  N(const char *s) : n(s) { printf("+%s\n", n); }
  N(const N &o) : n(o.n) { printf("copy %s\n", n); }
  N(N &&o) noexcept : n(o.n) { printf("move %s\n", n); }
  ~N() { printf("-%s\n", n); }
};

struct Counter {
  int n = 1;
  auto copied() { return [*this](int k) { return n + k; }; }
  auto kept() { return [this](int k) { return n += k; }; }
  auto changed() { return [*this, by = n * 2]() mutable { return n += by; }; }
};

template <class... A>
int total(A... a) {
  auto all = [a...] { return (a + ... + 0); };
  auto refs = [&a...] { return (a * ... * 1); };
  return all() * 100 + refs();
}

int main() {
  N v("v"), w("w");
  {
    auto f = [w, x = N("x"), v]() { return 1; };
    printf("made %d\n", f());
  }
  {
    auto f = [&v, w](int) { return v.n; };
    auto g = f;
    printf("%s\n", g(1));
  }
  {
    auto f = [w = std::move(w), k{3}, j(4)]() { return k * j; };
    printf("%d\n", f());
  }
  Counter c;
  auto copied = c.copied();
  auto kept = c.kept();
  auto changed = c.changed();
  kept(10);
  changed();
  printf("%d %d %d\n", copied(1), c.n, changed());
  printf("%d\n", total(1, 2, 3));
}
