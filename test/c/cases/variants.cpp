// What a std::variant takes a value as, alternatives made in place, comparison, exchange, and overloads of lambdas with one for all others.
#include <cstdio>
#include <string>
#include <utility>
#include <variant>
template <class... Ts> struct overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;
int main() {
  using V = std::variant<std::monostate, bool, float, long, std::string>;
  V v[] = {V(), true, 2.5f, 7, "text", std::string("s"), V(std::in_place_type<std::string>, 3, 'x'), V(std::in_place_index<3>, 9)};
  auto show = overloaded{[](std::monostate) { return std::string("none"); }, [](bool b) { return std::string(b ? "true" : "false"); }, [](const std::string &s) { return "\"" + s + "\""; }, [](const auto &x) { return std::to_string((double)x); }};
  for (const V &x : v) printf("%zu %s\n", x.index(), std::visit(show, x).c_str());
  std::variant<int, double> n = 2.5;
  printf("%zu ", n.index());
  n = 3;
  printf("%zu ", n.index());
  n.emplace<1>(8);
  printf("%zu %g %d\n", n.index(), std::get<1>(n), std::get_if<0>(&n) == nullptr);
  std::variant<int, std::string> a = "left", b = 5;
  swap(a, b);
  printf("%d %s %d %d %d\n", std::get<int>(a), std::get<std::string>(b).c_str(), a == b, a < b, a != std::variant<int, std::string>(5));
  std::string taken = std::get<std::string>(std::move(b));
  printf("%s %d\n", taken.c_str(), std::visit<int>([](const auto &x) { return (int)sizeof(x) > 4; }, a));
}
