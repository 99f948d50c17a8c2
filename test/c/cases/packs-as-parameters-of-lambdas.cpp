// Lambdas whose parameters are a pack of the function or class around.
#include <cstdio>
#include <utility>
#include <functional>
#include <tuple>
template <class... P> int z(P... p) { auto l = [](int k, P... q) { return k + (q + ... + 0); }; auto e = []() { return 1; }; return l(5, p...) + e(); }
template <class... P> int y(P... p) { auto l = [](auto k, P... q) { int n = sizeof...(q); return k * n + (q + ... + 0); }; return l(5, p...); }
template <class... P> std::function<int(P...)> wrap(int (*f)(P...)) { return [f](P... q) { return f(std::move(q)...) + 1; }; }
int sub(int a, int b) { return a - b; } int seven() { return 7; }
template <class F, class... A> int timed(F&& f, A&&... a) { auto run = [&](auto&&... x) { return std::forward<F>(f)(std::forward<decltype(x)>(x)...); }; return run(std::forward<A>(a)...); }
template <class... Fs> struct Overload : Fs... { using Fs::operator()...; }; template <class... Fs> Overload(Fs...) -> Overload<Fs...>;
template <class... P> int a(P... p) { auto l = [](P... q) { return (q + ... + 0); }; return l(p...); }
template <class... P> int b(P... p) { return [&](const P &...q) { int all[] = {(int)q..., 100}; return all[0] * 10 + all[1] + (int)sizeof...(q); }(p...); }
template <class T, class... P> int c(T t, P... p) { auto l = [=](T x, P... q) { return x + t + (q * ... * 1) + (p + ...); }; return l(t, p...); }
int add(int x, int y, int z) { return x * 100 + y * 10 + z; }
template <class F, class... P> auto bind(F f, P... p) { return [=](P... q) { return f(q...) - f(p...); }; }
template <class R, class... A> struct Fn { R (*f)(A...); auto curry() { auto g = f; return [g](A... x) { return g(x...); }; } };
void more() { printf("%d %d %d %d %d\n", a(1, 2, 3), b(1, 2.5), c(1, 2, 3), bind(add, 1, 2, 3)(4, 5, 6), Fn<int, int, int, int>{add}.curry()(7, 8, 9)); }
int main() { more(); printf("%d %d %d %d %d %d %d\n", z(), z(1, 2), y(), y(1, 2), wrap(sub)(9, 2), wrap(seven)(), timed(sub, 3, 1)); auto o = Overload{[](int) { return 1; }, [](const char*) { return 2; }}; printf("%d %d\n", o(1), o("")); }
