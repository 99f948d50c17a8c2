// Bit-fields without bits end their unit, behind the last member too. Numbers as strings.
#include <cstdio>
#include <string>
#include <climits>
struct A { unsigned char p : 6; short q : 11; short r : 8; unsigned long long : 0; };
struct B { char c : 3; int : 0; };
struct C { char c; int : 0; char d; };
struct D { int a : 3; int : 0; };
struct E { char a; char : 0; char b : 2; long : 0; char c; };
union F { char a : 3; int : 0; };
struct G { short s; long : 0; };
int main() {
  printf("%zu %zu %zu %zu %zu %zu %zu\n", sizeof(A), sizeof(B), sizeof(C), sizeof(D), sizeof(E), sizeof(F), sizeof(G));
  printf("%zu %zu %zu %zu %zu %zu %zu\n", alignof(A), alignof(B), alignof(C), alignof(D), alignof(E), alignof(F), alignof(G));
  std::string s = std::to_string(0) + ' ' + std::to_string(-7) + ' ' + std::to_string(INT_MIN) + ' ' + std::to_string(LONG_MIN) + ' ' + std::to_string(ULLONG_MAX) + ' ' + std::to_string(LLONG_MAX) + ' ' +
                  std::to_string(4000000000u) + ' ' + std::to_string((short)-5) + ' ' + std::to_string('a') + ' ' + std::to_string(true);
  printf("%s\n", s.c_str());
}
