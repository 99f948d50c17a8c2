// Searches by what `less<>` compares with keys, elements written as the iterator's type, objects made in raw memory.
#include <cstdio>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>
struct Counted {
  static int alive;
  int v;
  Counted(int x = 7) : v(x) { alive++; }
  Counted(const Counted &o) : v(o.v) { alive++; }
  ~Counted() { alive--; }
};
int Counted::alive = 0;
int main() {
  std::map<std::string, int, std::less<>> m{{"one", 1}, {"two", 2}, {"six", 6}};
  std::string_view key = "two";
  auto found = m.find(key);
  printf("%d %d %d\n", found->second, (int)m.count(std::string_view("ten")), m.find("six")->second);
  std::set<std::string, std::less<>> s{"b", "d"};
  const auto &c = s;
  printf("%s %d\n", s.lower_bound(std::string_view("c"))->c_str(), c.find(std::string_view("x")) == c.end());
  std::vector<uint8_t> bytes{1, 98, 200};
  std::copy(bytes.begin(), bytes.end(), std::ostream_iterator<int>(std::cout, " "));
  std::copy(bytes.begin(), bytes.begin() + 2, std::ostream_iterator<double>(std::cout));
  std::cout << std::endl;
  Counted *raw = (Counted *)malloc(8 * sizeof(Counted));
  std::uninitialized_fill_n(raw, 3, Counted(5));
  std::uninitialized_copy(raw, raw + 2, raw + 3);
  std::uninitialized_value_construct_n(raw + 5, 3);
  printf("%d %d %d\n", Counted::alive, raw[4].v, raw[7].v);
  std::destroy_n(raw, 5);
  std::destroy(raw + 5, raw + 8);
  printf("%d\n", Counted::alive);
  free(raw);
}
