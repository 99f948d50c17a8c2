#include <cstdio>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
template <class C> void show(const C &c) { printf("(%zu/%zu):", c.size(), c.bucket_count()); for (auto &x : c) printf(" %d", (int)x); puts(""); }
int main() {
  std::vector<int> v; for (int i = 0; i < 30; i++) v.push_back(i * 7 % 17);
  std::unordered_multiset<int> a(v.begin(), v.end()), b{1, 1, 2, 3, 3}; show(a); show(b); b.insert(v.begin(), v.end()); show(b); b.insert({5, 6}); show(b); b.rehash(200); show(b); auto c = b; show(c); c.erase(c.begin()); show(c); c.clear(); c.insert(4); show(c);
  std::unordered_set<int> d(v.begin(), v.end(), 50); show(d); d = {1, 2, 3}; show(d); d.emplace(77); show(d); std::unordered_set<int> e(std::move(d)); show(e); d.insert(9); show(d);
  std::unordered_map<std::string, int> m; for (int i = 0; i < 100; i++) m["key" + std::to_string(i * i)] = i; int h = 0; for (auto &[k, x] : m) h = h * 31 + x; printf("%d %zu\n", h, m.bucket_count()); m.reserve(500); h = 0; for (auto &[k, x] : m) h = h * 31 + x; printf("%d %zu\n", h, m.bucket_count());
  std::unordered_map<std::string, int> counts; std::string text = "it was the best of times it was the worst of times it was the age of wisdom"; size_t at = 0; while (at < text.size()) { size_t to = text.find(' ', at); if (to == std::string::npos) to = text.size(); ++counts[text.substr(at, to - at)]; at = to + 1; } for (const auto &p : counts) printf("%s:%d ", p.first.c_str(), p.second); puts("");
}
