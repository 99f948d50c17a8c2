// Names from the file's scope on, also those that a function hides; comma expressions in decltype.
#include <sys/stat.h>
#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>
using text = std::string;
struct one { int x; };
int one();
struct A { using text = ::text; text x; int one() { struct ::one o = {7}; return o.x; } };
template <class T> struct B { typedef ::text text; struct ::one x; const ::text &get(const ::text &a) { return a; } };
::text joined(::text a, const ::text &b) { return a + b; }
bool is_there(const char *path) { struct ::stat s; return ::stat(path, &s) == 0; }
template <class T> constexpr auto has_size(int) -> decltype(std::declval<T>().size(), std::true_type{});
template <class> constexpr auto has_size(long) -> std::false_type;
template <class T> struct sized : decltype(has_size<T>(0)) {};
int main() {
  A a;
  B<int> b;
  a.x = "A";
  b.x.x = 3;
  printf("%d %d %s %s\n", a.one(), b.x.x, joined(a.x, "b").c_str(), b.get("c").c_str());
  printf("%d %d\n", is_there("/"), is_there("/not/there"));
  int i = 0;
  decltype((1, i)) r = i;
  r = 4;
  printf("%d %d %d %d\n", i, (int)sized<std::vector<int>>::value, (int)sized<int>::value, (int)std::is_same<decltype(1, A{}), A>::value);
}
