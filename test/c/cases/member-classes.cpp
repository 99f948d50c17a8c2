// Member classes of class templates, their functions and static members defined outside, two levels deep; what is completed only when it is used.
#include <cstdio>
#include <cstring>
template <class K, class V> class Table {
public:
  class Cursor;
  struct Entry;
  struct Stats { int used; static int made; static const int most = 8; int left() const; Stats(); };
  Table();
  ~Table();
  Cursor find(const K &k) const;
  void put(const K &k, const V &v);
  Stats stats;
private:
  Entry *first;
};
template <class K, class V> struct Table<K, V>::Entry { K key; V value; Entry *next; };
template <class K, class V> class Table<K, V>::Cursor {
  const Entry *at;
public:
  explicit Cursor(const Entry *e);
  bool valid() const { return at != nullptr; }
  const V &value() const;
  Cursor &operator++();
};
template <class K, class V> Table<K, V>::Cursor::Cursor(const Entry *e) : at(e) {}
template <class K, class V> const V &Table<K, V>::Cursor::value() const { return at->value; }
template <class K, class V> typename Table<K, V>::Cursor &Table<K, V>::Cursor::operator++() { at = at->next; return *this; }
template <class K, class V> Table<K, V>::Stats::Stats() : used(0) { made++; }
template <class K, class V> int Table<K, V>::Stats::made = 0;
template <class K, class V> int Table<K, V>::Stats::left() const { return most - used; }
template <class K, class V> Table<K, V>::Table() : first(nullptr) {}
template <class K, class V> Table<K, V>::~Table() { while (first) { Entry *e = first; first = e->next; delete e; } }
template <class K, class V> void Table<K, V>::put(const K &k, const V &v) { first = new Entry{k, v, first}; stats.used++; }
template <class K, class V> typename Table<K, V>::Cursor Table<K, V>::find(const K &k) const {
  const Entry *e = first;
  while (e && !(e->key == k)) e = e->next;
  return Cursor(e);
}
// Options that hold options of their own kind, as parsers of command lines do.
template <class T> struct Tree {
  struct Branch { Tree<T> left() const { return Tree<T>(); } Tree<T> *deep; typename Tree<T>::value_type sum; };
  typedef T value_type;
  T own = T();
  Branch branch() { Branch b; b.deep = this; b.sum = own + 1; return b; }
};
template <class T> struct Limits {
  static constexpr bool small = sizeof(T) < 4;
  static constexpr int bits = 8 * sizeof(T);
  static constexpr T values[] = {1, 2, 3};
  static constexpr int total = small ? bits : bits + values[2];
  enum { twice = 2 * bits };
  int room[bits];
  static constexpr int missing = T::missing;
};
template <class T> struct Pair {
  static const char *name() { return "pair"; }
  struct Half { T x; friend bool operator==(const Half &a, const Half &b) { return a.x == b.x; } enum { n = 3 }; union { int i; float f; }; };
  Half a, b;
  bool same() const { return a == b; }
};
struct Virtual { template <class T> struct In { struct Base { virtual T get() const { return 1; } virtual ~Base() {} }; struct Derived : Base { T get() const override { return 2; } }; }; };
int main() {
  Table<int, const char *> t;
  t.put(1, "one");
  t.put(2, "two");
  auto c = t.find(2);
  printf("%s ", c.value());
  printf("%d %d %d\n", (++c).valid(), t.find(7).valid(), t.stats.left());
  printf("%d %d\n", Table<int, const char *>::Stats::made, Table<int, const char *>::Stats::most);
  Tree<double> tree;
  tree.own = 2;
  printf("%g %g\n", tree.branch().sum, tree.branch().left().own);
  printf("%d %d %d %d %d %zu\n", Limits<short>::small, Limits<int>::bits, Limits<short>::total, Limits<int>::total, Limits<char>::twice, sizeof(Limits<char>));
  Pair<int> p{{3}, {3}};
  printf("%d %d %s\n", p.same(), Pair<int>::Half::n, Pair<int>::name());
  Virtual::In<int>::Derived d;
  Virtual::In<int>::Base &b = d;
  printf("%d\n", b.get());
}
