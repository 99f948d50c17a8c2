// Member classes that are defined outside of their class, and templates that are named with a class before it is defined.
#include <cstdio>
#include <vector>
class group { public: class node; group() = default; bool f() const; int n = 2; friend class node; };
class group::node { public: group g; node(group x) : g(x) {} int k() const { return g.n; } };
template <class T> class variant { T v; public: variant(T x) : v(x) {} T get() const { return v; } };
class tree { public: using child = variant<tree>; using children = std::vector<child>; children list; int id = 3; tree() {} tree(int i) : id(i) {} void add(tree t); int count() const { return (int)list.size(); } };
void tree::add(tree t) { list.push_back(child(t)); }
int main() { group g; group::node n(g); printf("%d\n", n.k()); tree t; t.add(tree(4)); printf("%d %d\n", t.count(), t.list[0].get().id); }
