#include <cstdio>
#include <type_traits>
#include <tuple>
#include <utility>
#include <vector>
namespace ns { int v = 3; int& rv = v; }
struct S { int m; int& r; const int c; };
decltype(auto) a1() { return ns::v; } decltype(auto) a2() { return (ns::v); } decltype(auto) a3(S& s) { return s.m; } decltype(auto) a4(S& s) { return (s.m); } decltype(auto) a5(S& s) { return s.r; } decltype(auto) a6() { return ns::rv; }
decltype(auto) a7(int&& x) { return std::move(x); } decltype(auto) a8(const std::vector<int>& v) { return v[0]; } template<class F, class... A> decltype(auto) call(F&& f, A&&... a) { return std::forward<F>(f)(std::forward<A>(a)...); }
int& give(int& x) { return x; } int val(int x) { return x; } void nothing() {}
int main() { static_assert(std::is_same_v<decltype(a1()), int>); static_assert(std::is_same_v<decltype(a2()), int&>); S s{1, ns::v, 2}; static_assert(std::is_same_v<decltype(a3(s)), int>); static_assert(std::is_same_v<decltype(a4(s)), int&>); static_assert(std::is_same_v<decltype(a5(s)), int&>); static_assert(std::is_same_v<decltype(a6()), int&>); static_assert(std::is_same_v<decltype(a7(3)), int&&>); static_assert(std::is_same_v<decltype(a8({})), const int&>);
 static_assert(std::is_same_v<decltype(ns::v), int>); static_assert(std::is_same_v<decltype((ns::v)), int&>); static_assert(std::is_same_v<decltype(s.c), const int>); static_assert(std::is_same_v<decltype((s.c)), const int&>);
 int q = 4; call(give, q) = 9; static_assert(std::is_same_v<decltype(call(val, 3)), int>); call(nothing); decltype(auto) z = (q); z = 11; decltype(auto) y = q; y = 1; auto l = [&]() -> decltype(auto) { return (q); }; l()++; printf("%d %d\n", q, ns::v);
 std::tuple<int, double> t{1, 2.5}; std::apply([](auto& a, auto& b) { a += 5; b *= 2; }, t); printf("%d %g\n", std::get<0>(t), std::get<1>(t)); int& ref = std::apply([](auto& a, auto&) -> auto& { return a; }, t); ref = 100; printf("%d\n", std::get<0>(t)); }
