// Algorithms on sorted ranges with an order of one's own, heaps, copies that leave out, permutations, objects that only move, types without a constructor for nothing.
#include <algorithm>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>
struct Only {
  std::unique_ptr<int> p;
  explicit Only(int x) : p(new int(x)) {}
};
struct Named {
  int key, at;
  Named(int k, int a) : key(k), at(a) {}
};
class Poly {
  std::vector<int> c;

 public:
  Poly(std::initializer_list<int> l) : c(l) {}
  size_t size() const { return c.size(); }
};
template <class V> void show(const char *what, const V &v) {
  std::cout << what << ':';
  for (const auto &x : v) std::cout << ' ' << x;
  std::cout << '\n';
}
int main() {
  std::vector<int> a{9, 7, 7, 5, 3, 1}, b{8, 7, 3, 2}, r;
  auto down = std::greater<int>();
  auto out = std::back_inserter(r);
#define RUN(name) r.clear(); std::name(a.begin(), a.end(), b.begin(), b.end(), out, down); show(#name, r);
  RUN(set_union) RUN(set_intersection) RUN(set_difference) RUN(set_symmetric_difference) RUN(merge)
  std::vector<int> c{7, 3}, d(10), e{1, 2, 3, 2, 3, 2, 2, 5};
  std::cout << std::includes(a.begin(), a.end(), c.begin(), c.end(), down) << std::includes(b.begin(), b.end(), a.begin(), a.end(), down) << std::binary_search(a.begin(), a.end(), 5, down) << (std::equal_range(a.begin(), a.end(), 7, down).second - a.begin()) << '\n';
  r.clear();
  std::remove_copy_if(e.begin(), e.end(), out, [](int x) { return x == 2; });
  std::replace_copy(e.begin(), e.end(), out, 3, 9);
  std::unique_copy(e.begin(), e.end(), out);
  std::rotate_copy(e.begin(), e.begin() + 3, e.end(), out);
  show("copies", r);
  int pattern[] = {2, 3, 2};
  std::cout << (std::find_end(e.begin(), e.end(), pattern, pattern + 2) - e.begin()) << (std::find_first_of(e.begin(), e.end(), pattern + 1, pattern + 2) - e.begin()) << (std::search_n(e.begin(), e.end(), 2, 2) - e.begin()) << std::is_permutation(c.begin(), c.end(), b.begin() + 1) << std::is_partitioned(a.begin(), a.end(), [](int x) { return x > 4; }) << (std::partition_point(a.begin(), a.end(), [](int x) { return x > 4; }) - a.begin()) << '\n';
  std::make_heap(e.begin(), e.end());
  std::cout << std::is_heap(e.begin(), e.end()) << std::is_heap(c.begin(), c.end(), down) << '\n';
  auto end = std::partial_sort_copy(a.begin(), a.end(), d.begin(), d.begin() + 3);
  show("least", std::vector<int>(d.begin(), end));
  std::vector<Only> moved;
  for (int i = 0; i < 100; i++) moved.emplace_back(i * 37 % 101);
  std::sort(moved.begin(), moved.end(), [](const Only &x, const Only &y) { return *x.p < *y.p; });
  bool sorted = true;
  for (size_t i = 1; i < moved.size(); i++) sorted = sorted && *moved[i - 1].p < *moved[i].p;
  std::vector<Named> named;
  for (int i = 0; i < 200; i++) named.emplace_back(i * 31 % 7, i);
  std::stable_sort(named.begin(), named.end(), [](const Named &x, const Named &y) { return x.key < y.key; });
  for (size_t i = 1; i < named.size(); i++) sorted = sorted && (named[i - 1].key < named[i].key || (named[i - 1].key == named[i].key && named[i - 1].at < named[i].at));
  std::vector<int> many(5000);
  std::mt19937 g(3);
  for (int &x : many) x = g() % 50;
  std::vector<int> counted = many;
  std::sort(many.begin(), many.end());
  std::nth_element(counted.begin(), counted.begin() + 2500, counted.end());
  std::cout << sorted << std::is_sorted(many.begin(), many.end()) << (counted[2500] == many[2500]) << std::is_permutation(many.begin(), many.begin() + 100, many.begin()) << '\n';
  r.clear();
  std::transform_inclusive_scan(c.begin(), c.end(), out, std::plus<>(), [](int x) { return x * x; });
  std::transform_exclusive_scan(c.begin(), c.end(), out, 100, std::plus<>(), std::negate<>());
  std::adjacent_difference(a.begin(), a.end(), out, std::plus<>());
  show("scans", r);
  Poly empty{}, two{1, 2};
  std::cout << empty.size() << two.size() << std::bit_not<>()(5) << '\n';
  switch (r.size()) {
    case 1: std::cout << "one"; break;
    case 10: std::cout << "ten "; [[fallthrough]];
    case 11: std::cout << "or eleven\n"; break;
    [[unlikely]] default: std::cout << "more\n";
  }
  [[maybe_unused]] int unused = 3;
  if (r.size() > 3) [[likely]] std::cout << "likely\n";
}
