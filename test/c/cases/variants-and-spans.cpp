// Variants, values of any type, spans, bits and constants; enumerators that name those before them.
#include <any>
#include <bit>
#include <cstdio>
#include <numbers>
#include <span>
#include <string>
#include <variant>
#include <vector>
#include <memory>
enum class Flag : unsigned char { one = 1, two, both = one | two, last = both };
static int total(std::span<const int> s) { int t = 0; for (int x : s) t += x; return t; }
int main() {
  std::variant<int, double, std::string> v = 3;
  printf("%zu %d", v.index(), std::get<int>(v));
  v = std::string("text");
  printf(" %zu %s %d", v.index(), std::get<2>(v).c_str(), std::holds_alternative<double>(v));
  v = 2.5;
  std::variant<int, double, std::string> w = v;
  printf(" %g %d\n", *std::get_if<double>(&w), std::get_if<int>(&w) == nullptr);
  std::vector<std::variant<int, double, std::string>> all{1, 2.5, std::string("abc")};
  for (auto &x : all) printf("%g ", std::visit([](auto &y) -> double { if constexpr (std::is_same_v<std::decay_t<decltype(y)>, std::string>) return (double)y.size(); else return (double)y * 2; }, x));
  try { std::get<int>(v); } catch (const std::bad_variant_access &e) { puts(e.what()); }
  std::any a = 5; printf("%d %d ", std::any_cast<int>(a), a.has_value()); a = std::string("s"); std::any b = a;
  printf("%s %d\n", std::any_cast<std::string>(b).c_str(), std::any_cast<int>(&b) == nullptr);
  std::vector<int> n{1, 2, 3, 4}; int c[] = {5, 6};
  std::span s(n);
  printf("%d %d %d %zu\n", total(n), c[1], total(s.subspan(1, 2)), s.size());
  printf("%.6f %.6f %d %d %d %u %u\n", std::numbers::pi, (double)std::numbers::e_v<float>, std::popcount(255u), std::countl_zero(1u), std::countr_zero(8u), std::bit_ceil(5u), std::rotl(0x80000001u, 1));
  printf("%d %08x\n", (int)Flag::last, std::bit_cast<unsigned>(1.0f));
}
