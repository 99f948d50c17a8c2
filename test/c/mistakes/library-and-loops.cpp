#include <map>
#include <vector>
struct T { int a; };
int main() {
  std::vector<T> v;
  std::map<T, int> m;
  m[T{1}] = 2;
  v.push_back("x");
  for (auto x : 5) {}
  int k = 5
  return k;
}
