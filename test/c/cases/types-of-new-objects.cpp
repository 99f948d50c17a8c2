// `decltype` of an expression that makes an object is its class, behind commas too.
#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>
struct Made {
  int n;
  Made() : n(7) {}
  explicit Made(int k) : n(k) {}
};
template <class T> std::string told(const T &, ...) { return "any"; }
template <class T> auto told(const T &t, int) -> decltype(t.size(), std::string()) { return "sized " + std::to_string(t.size()); }
template <class T> auto doubled(T t) -> decltype((void)(t + t), Made(1)) { return Made(t + t); }
int main() {
  printf("%s %s %s\n", told(std::string("abc"), 0).c_str(), told(3, 0).c_str(), told(std::vector<int>(40), 0).c_str());
  printf("%d %d\n", doubled(21).n, std::is_same<decltype(Made()), Made>::value);
  Made m;
  printf("%d %d %d\n", std::is_same<decltype((m)), Made &>::value, std::is_same<decltype(0, m), Made &>::value, std::is_same<decltype(0, Made(3)), Made>::value);
}
