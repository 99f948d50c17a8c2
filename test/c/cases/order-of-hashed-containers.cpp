#include <cstdio>
#include <iostream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
struct P { int x, y; bool operator==(const P &o) const { return x == o.x && y == o.y; } };
struct HP { size_t operator()(const P &p) const { return std::hash<int>()(p.x) ^ (std::hash<int>()(p.y) << 1); } };
namespace std { template <> struct hash<std::pair<int, int>> { size_t operator()(const std::pair<int, int> &p) const { return p.first * 31 + p.second; } }; }
enum class Color { red, green, blue };
template <class C> void show(const char *n, const C &c) { printf("%s (%zu/%zu):", n, c.size(), c.bucket_count()); for (auto &x : c) std::cout << ' ' << x; std::cout << std::endl; }
template <class M> void showm(const char *n, const M &m) { printf("%s (%zu/%zu):", n, m.size(), m.bucket_count()); for (const auto &[k, v] : m) std::cout << ' ' << k << '=' << v; std::cout << std::endl; }
int main() {
  std::unordered_map<std::string, int> words; const char *text[] = {"the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog", "and", "the", "cat", "sat", "on", "a", "mat", "with", "hat"};
  for (auto w : text) words[w]++; showm("words", words);
  words.erase("the"); words.erase(words.find("fox")); showm("erased", words); auto copy = words; showm("copy", copy); words.insert({{"new", 1}, {"newer", 2}}); showm("more", words);
  std::unordered_set<int> s; for (int i = 0; i < 40; i++) s.insert(i * 37 % 101); show("set", s); for (int i = 0; i < 20; i++) s.erase(i * 3); show("set-", s); s.rehash(100); show("rehash", s); s.reserve(10); show("reserve", s);
  std::unordered_set<int> l = {5, 3, 9, -1, 100, 7, 7}; show("list", l); std::vector<int> v = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}; std::unordered_set<int> r(v.begin(), v.end()); show("range", r); r.insert(v.begin(), v.begin() + 3); r.insert({20, 21, 22}); show("range+", r);
  std::unordered_map<int, double> m = {{1, 1.5}, {20, 2.5}, {13, 3.5}}; m.emplace(26, 4.5); m.try_emplace(39, 5.5); m.insert_or_assign(1, 9.5); m.insert({14, 0}); showm("map", m);
  std::unordered_multimap<std::string, int> mm; for (int i = 0; i < 9; i++) mm.insert({i % 3 ? "x" : "y", i}); mm.emplace("z", 3); showm("multi", mm); auto range = mm.equal_range("x"); for (auto i = range.first; i != range.second; ++i) printf("%d ", i->second); printf("%zu\n", mm.count("y"));
  std::unordered_multiset<int> ms; for (int i = 0; i < 50; i++) ms.insert(i % 7); show("mset", ms); std::unordered_multimap<int, int> mi; for (int i = 0; i < 30; i++) mi.insert({i * i % 11, i}); showm("mi", mi); mi.erase(3); showm("mi-", mi);
  std::unordered_map<P, int, HP> grid; for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) grid[{i, j}] = i * j; for (auto &g : grid) printf("(%d,%d)%d ", g.first.x, g.first.y, g.second); puts("");
  std::unordered_map<std::pair<int, int>, int> pairs; for (int i = 0; i < 15; i++) pairs[{i % 4, i}] = i; for (auto &g : pairs) printf("(%d,%d)%d ", g.first.first, g.first.second, g.second); puts("");
  std::unordered_set<double> d = {0.5, 1.25, -3, 1e10, 0}; show("double", d); std::unordered_set<char> c; for (char x : std::string("hello world")) c.insert(x); show("char", c);
  std::unordered_map<Color, const char *> names = {{Color::red, "red"}, {Color::blue, "blue"}, {Color::green, "green"}}; for (auto &n : names) printf("%s ", n.second); puts("");
  std::unordered_map<std::string, std::vector<int>> index; for (int i = 0; i < 30; i++) index[std::to_string(i % 12)].push_back(i); for (auto &e : index) { printf("%s:", e.first.c_str()); for (int x : e.second) printf("%d,", x); } puts("");
  std::unordered_set<std::string> moved(std::move(*new std::unordered_set<std::string>{"a", "b", "c"})); show("moved", moved); moved.insert("d"); std::unordered_set<std::string> other; other.swap(moved); show("swapped", other); show("empty", moved); printf("%d %g %zu\n", other == std::unordered_set<std::string>{"d", "c", "b", "a"}, other.load_factor(), other.bucket_size(other.bucket("a")));
  std::unordered_map<long, int> big; for (long i = 0; i < 2000; i++) big[i * i * 7919 % 100003] = i; long h = 0; for (auto &e : big) h = h * 31 + e.first; printf("%ld %zu\n", h, big.bucket_count()); for (auto i = big.begin(); i != big.end();) if (i->second % 2) i = big.erase(i); else ++i; h = 0; for (auto &e : big) h = h * 31 + e.first; printf("%ld %zu\n", h, big.size());
  std::unordered_map<int, int> sized(100); sized[5] = 1; sized.max_load_factor(0.5); for (int i = 0; i < 120; i++) sized[i * 3]++; printf("%zu %d\n", sized.bucket_count(), sized.begin()->first); std::unordered_map<int *, int> ptr; int a[3]; ptr[a] = 1; printf("%zu\n", ptr.size()); try { sized.at(-1); } catch (std::out_of_range &e) { puts(e.what()); }
}
