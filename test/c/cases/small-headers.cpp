// <typeindex>, <locale>, operations of std::atomic, all of <bits/stdc++.h> at once.
#include <bits/stdc++.h>
struct A { virtual ~A() {} };
struct B : A {};
int main() {
  std::unordered_map<std::type_index, std::string> names{{typeid(int), "int"}, {typeid(B), "B"}};
  A *a = new B;
  std::map<std::type_index, int> order{{typeid(A), 1}, {typeid(B), 2}};
  std::cout << names[typeid(int)] << ' ' << names[typeid(*a)] << ' ' << order.size() << ' ' << (std::type_index(typeid(A)) == typeid(*a)) << '\n';
  std::string s = "Mixed Case";
  for (char &c : s) c = std::isupper(c, std::locale()) ? std::tolower(c, std::locale::classic()) : std::toupper(c, std::locale("C"));
  std::cout.imbue(std::locale::classic());
  std::cout << s << ' ' << (std::isspace(' ') != 0) << ' ' << std::tolower('Q') << '\n';
  int (*f)(int) = std::toupper;
  std::transform(s.begin(), s.end(), s.begin(), f);
  std::cout << s << '\n';
  int array[4] = {1, 2, 3, 4};
  std::atomic<int *> p{array};
  p += 2;
  std::atomic<unsigned> bits{12};
  bits |= 3;
  unsigned old = bits.fetch_and(9);
  int *second = array + 1;
  std::cout << *p.load() << ' ' << *p++ << ' ' << old << ' ' << bits << ' ' << p.compare_exchange_strong(second, array) << ' ' << *second << ' ' << std::atomic_load(&bits) << '\n';
  std::cout << std::regex_replace(s, std::regex("[AEIOU]"), "") << '\n';
}
