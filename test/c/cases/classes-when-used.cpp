#include <cstdio>
// A member class that holds its template by value, and is used after it.
template <class T> struct Outer {
  T value;
  struct Inner { Outer<T> whole; int n; Inner() : n(3) {} };
  Inner make() { Inner i; i.whole.value = value; return i; }
};
// A member class that nobody uses, with what these arguments do not have.
template <class T> struct Box {
  struct Unused { typename T::missing m; int f() { return m.g(); } };
  int n = 4;
};
// Static members: their initialisers are read when they are used.
template <class T> struct Facts {
  static constexpr int bytes = sizeof(typename T::missing);
  static const int two = 2;
  static int broken() { return T::nothing(); }
  int all(int x = T::nothing()) { return x; }
};
// A member class defined outside.
template <class T> struct List {
  struct Node;
  Node *head = nullptr;
  void push(T v);
  int count() const;
  ~List();
};
template <class T> struct List<T>::Node { T value; Node *next; List<T> *owner; };
template <class T> void List<T>::push(T v) { head = new Node{v, head, this}; }
template <class T> int List<T>::count() const { int n = 0; for (Node *p = head; p; p = p->next) n++; return n; }
template <class T> List<T>::~List() { while (head) { Node *p = head; head = p->next; delete p; } }
// iterators with the container's own members
template <class T> class Ring {
  T data[4];
public:
  class iterator {
    Ring *r; int i;
  public:
    typedef T value_type;
    iterator(Ring *r, int i) : r(r), i(i) {}
    T &operator*() const { return r->data[i % size]; }
    iterator &operator++() { ++i; return *this; }
    bool operator!=(const iterator &o) const { return i != o.i; }
    friend int distance(const iterator &a, const iterator &b) { return b.i - a.i; }
  };
  static const int size = 4;
  iterator begin() { return iterator(this, 0); }
  iterator end() { return iterator(this, size); }
  using item = typename iterator::value_type;
};
template <class A> struct Deep { struct One { struct Two { Deep<A> d; A a; }; Two *two; }; A x; };
int main() {
  Outer<int> o{7};
  auto i = o.make();
  Box<int> b;
  Facts<int> f;
  printf("%d %d %d %d %d\n", i.whole.value, i.n, b.n, Facts<int>::two, f.all(5));
  List<double> l;
  l.push(1); l.push(2);
  printf("%d\n", l.count());
  Ring<int> r;
  int k = 0;
  for (auto &x : r) x = k++;
  Ring<int>::item sum = 0;
  for (int x : r) sum += x;
  printf("%d %d\n", sum, distance(r.begin(), r.end()));
  Deep<int>::One::Two t{{5}, 6};
  printf("%d %d %zu\n", t.d.x, t.a, sizeof(Deep<int>::One::Two));
}
