// Lists and double-ended queues: what changes their middle, both directions, what moves between them.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>
template <class C> static void show(const char *what, const C &c) {
  printf("%s", what);
  for (const auto &x : c) printf(" %d", x);
  printf(" |");
  for (auto i = c.rbegin(); i != c.rend(); ++i) printf(" %d", *i);
  printf(" (%zu)\n", c.size());
}
struct Level { int id; std::vector<int> nodes; Level(int i, int k) : id(i), nodes(k, i) {} };
class Pyramid {
 public:
  typedef std::list<Level>::const_reverse_iterator Downwards;
  void add(int k) { levels.emplace_back((int)levels.size(), k); }
  int sum(Downwards from) const { int s = 0; for (; from != levels.rend(); ++from) s = s * 10 + (int)from->nodes.size() + from->id; return s; }
  Downwards top() const { return levels.rbegin(); }
 private:
  std::list<Level> levels;
};
int main() {
  Pyramid p;
  p.add(3); p.add(2); p.add(1);
  printf("%d\n", p.sum(p.top()));
  std::list<int> a{5, 3, 9, 3, 1}, b(3, 7), c;
  a.insert(std::next(a.begin(), 2), {40, 41, 42});
  show("inserted", a);
  a.splice(a.begin(), b);
  show("spliced", a); show("empty", b);
  c.splice(c.end(), a, std::next(a.begin(), 3), a.end());
  show("rest", a); show("taken", c);
  c.splice(c.begin(), c, std::prev(c.end()));
  show("turned", c);
  c.sort(); c.unique(); show("sorted", c);
  std::list<int> odd{1, 3, 9, 11}, even{2, 4, 9, 12};
  odd.merge(even); show("merged", odd); show("gone", even);
  odd.erase(std::next(odd.begin()), std::next(odd.begin(), 4)); show("erased", odd);
  odd.reverse(); odd.resize(6, -1); show("reversed", odd);
  even.assign({8, 8, 6}); even.swap(odd); show("swapped", even);
  printf("%d %d %d\n", odd == std::list<int>{8, 8, 6}, odd != even, odd.back());
  std::list<std::pair<int, std::string>> stable{{2, "a"}, {1, "b"}, {2, "c"}, {1, "d"}, {0, "e"}};
  stable.sort([](const auto &x, const auto &y) { return x.first < y.first; });
  for (auto i = stable.crbegin(); i != stable.crend(); ++i) printf("%d%s ", i->first, i->second.c_str());
  printf("\n");
  std::deque<int> d{4, 5, 6};
  d.push_front(3); d.insert(d.begin() + 2, 50); d.insert(d.end(), {7, 8});
  show("deque", d);
  std::vector<int> more{100, 101, 102};
  d.insert(d.begin() + 1, more.begin(), more.end()); show("ranges", d);
  d.erase(d.begin() + 2); d.erase(d.begin() + 4, d.begin() + 6); show("erased", d);
  d.insert(d.begin() + 1, 2, d.back()); show("several", d);
  std::sort(d.begin(), d.end()); show("sorted", d);
  std::deque<int>::const_iterator at = d.begin();
  std::deque<int> e(d.rbegin(), d.rend());
  printf("%d %d %ld %d\n", *at, *(2 + d.begin()), (long)(d.cend() - at), e == d);
  e.assign(2, 6); e.swap(d); show("swapped", d);
  std::deque<std::string> words;
  for (int i = 0; i < 20; i++) { words.push_front("w" + std::to_string(i)); if (i % 3 == 0) words.emplace(words.begin() + words.size() / 2, "m"); }
  words.erase(words.begin() + 1, words.begin() + 20);
  for (auto i = words.crbegin(); i != words.crend(); i++) printf("%s ", i->c_str());
  printf("%d\n", std::accumulate(e.begin(), e.end(), 0));
  const std::map<int, char> m{{1, 'a'}, {2, 'b'}, {3, 'c'}};
  for (auto i = m.rbegin(); i != m.rend(); ++i) printf("%d%c", i->first, i->second);
  const std::set<int> s{3, 1, 2};
  for (auto i = s.crbegin(); i != s.crend(); ++i) printf(" %d", *i);
  const std::string text = "stressed";
  printf(" %s\n", std::string(text.rbegin(), text.rend()).c_str());
}
