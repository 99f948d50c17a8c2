// Friends that only their class declares are found by calls with objects of it, and hide nothing else.
#include <cstdio>

namespace lib {

struct Money {
  int cents;
  Money(int c) : cents(c) {}
  friend Money operator+(Money a, Money b) { return Money(a.cents + b.cents); }
  friend const char *name(const Money &) { return "money"; }
  friend void later(Money m);
  struct Coin {
    int value;
  };
  friend int worth(Coin c) { return c.value; }
};

struct Tag {
  // Would take whatever Money takes
  Tag(const Money &) {}
  Tag(const char *) {}
  friend const char *name(const Tag &) { return "tag"; }
};

const char *name(...) { return "anything"; }

void later(Money m) { std::printf("later %d\n", m.cents); }

template <class T>
struct Box {
  T value;
  friend bool operator==(const Box &a, const Box &b) { return a.value == b.value; }
  template <class U>
  friend U get(const Box &b, U otherwise) { return b.value > 0 ? U(b.value) : otherwise; }
};

struct Base {
  friend int level(const Base &) { return 1; }
};
struct Derived : Base {};

}  // namespace lib

struct Holder {
  int n;
  friend Holder operator<<(Holder h, int by) { return Holder{h.n << by}; }
  friend int sum(const Holder *list, int count) {
    int s = 0;
    for (int i = 0; i < count; i++) s += list[i].n;
    return s;
  }
};

int main() {
  lib::Money m(150);
  std::printf("%d %s\n", (m + 50).cents, name(m));
  std::printf("%s %s\n", lib::name(1), name(lib::Tag("x")));
  later(m);
  lib::later(7);
  std::printf("%d\n", worth(lib::Money::Coin{25}));
  lib::Box<int> a{3}, b{3};
  std::printf("%d %.1f\n", a == b, get(a, 0.5));
  lib::Box<lib::Money> boxed{m};
  std::printf("%d\n", worth(lib::Money::Coin{boxed.value.cents}));
  std::printf("%d\n", level(lib::Derived()));
  Holder list[2] = {{1}, {4}};
  std::printf("%d %d\n", (list[0] << 3).n, sum(list, 2));
}
