// CRTP, variadic, fold, SFINAE, tag dispatch, CTAD
#include <iostream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#include <array>
#include <sstream>
template <class D> struct Shape { double area() const { return static_cast<const D*>(this)->areaImpl(); } std::string name() const { return D::kName; } 
  friend std::ostream& operator<<(std::ostream& o, const Shape& s) { return o << s.name() << "(" << s.area() << ")"; } };
struct Sq : Shape<Sq> { static constexpr const char* kName = "sq"; double a; explicit Sq(double x) : a(x) {} double areaImpl() const { return a * a; } };
struct Circ : Shape<Circ> { static inline const std::string kName = "circ"; double r = 1; double areaImpl() const { return 3.0 * r * r; } };
template <class... A> auto sum(A... a) { return (a + ... + 0); }
template <class... A> void show(const A&... a) { ((std::cout << a << ' '), ...); std::cout << '\n'; }
template <class T, class... R> constexpr bool all_same = (std::is_same_v<T, R> && ...);
template <class T> std::enable_if_t<std::is_integral_v<T>, const char*> kind(T) { return "int"; }
template <class T> std::enable_if_t<std::is_floating_point_v<T>, const char*> kind(T) { return "float"; }
template <class T, class = void> struct has_size : std::false_type {};
template <class T> struct has_size<T, std::void_t<decltype(std::declval<const T&>().size())>> : std::true_type {};
template <class T> auto len(const T& t) -> decltype(t.size()) { return t.size(); }
template <class T, size_t N> constexpr size_t len(const T (&)[N]) { return N; }
template <int N> struct Fact { static constexpr long value = N * Fact<N - 1>::value; };
template <> struct Fact<0> { static constexpr long value = 1; };
template <class T> struct Strip { using type = T; };
template <class T> struct Strip<T*> { using type = typename Strip<T>::type; };
template <class T> struct Strip<const T> { using type = typename Strip<T>::type; };
template <class T, size_t N> struct Strip<T[N]> { using type = typename Strip<T>::type; };
template <class K, class V> struct Pair { K k; V v; Pair(K a, V b) : k(a), v(b) {} };
template <class V> Pair(const char*, V) -> Pair<std::string, V>;
template <size_t... I> constexpr auto squares(std::index_sequence<I...>) { return std::array<int, sizeof...(I)>{int(I * I)...}; }
template <class F, class T, size_t... I> auto apply_(F f, T&& t, std::index_sequence<I...>) { return f(std::get<I>(std::forward<T>(t))...); }
template <typename T> void describe(T&& t) {
  if constexpr (std::is_lvalue_reference_v<T>) std::cout << "lvalue ";
  else std::cout << "rvalue ";
  if constexpr (std::is_const_v<std::remove_reference_t<T>>) std::cout << "const ";
  if constexpr (std::is_pointer_v<std::decay_t<T>>) std::cout << "ptr"; else std::cout << "value";
  std::cout << "\n";
}
template <template <class...> class C, class... A> struct Wrap { C<A...> c; size_t n() const { return c.size(); } };
struct Visitor { template <class T> void operator()(const T& t) { out << t << ";"; } std::ostringstream out; };
template <class Tup, class F, size_t I = 0> void each(const Tup& t, F& f) { if constexpr (I < std::tuple_size_v<Tup>) { f(std::get<I>(t)); each<Tup, F, I + 1>(t, f); } }
int main() {
  std::cout << Sq(3) << ' ' << Circ{} << '\n';
  std::cout << sum(1, 2, 3) << ' ' << sum(1.5, 2) << ' ' << sum() << '\n';
  show(1, "two", 3.5, 'c', std::string("s"), true);
  std::cout << std::boolalpha << all_same<int, int, int> << all_same<int, long> << '\n';
  std::cout << kind(3) << kind(3.f) << kind('c') << '\n';
  std::cout << has_size<std::vector<int>>::value << has_size<int>::value << '\n';
  int arr[7]; std::cout << len(arr) << len(std::string("abc")) << '\n';
  std::cout << Fact<12>::value << ' ' << std::is_same_v<Strip<const int* const*[3]>::type, int> << '\n';
  Pair p("key", 2.5); static_assert(std::is_same_v<decltype(p), Pair<std::string, double>>); std::cout << p.k.size() << p.v << '\n';
  constexpr auto sq = squares(std::make_index_sequence<6>{}); for (int v : sq) std::cout << v << ','; std::cout << '\n';
  std::cout << apply_([](int a, double b, std::string c) { return c + std::to_string(a) + std::to_string(b); }, std::make_tuple(1, 2.0, "z"), std::make_index_sequence<3>{}) << '\n';
  int x = 1; const int y = 2; describe(x); describe(y); describe(3); describe(&x); describe(std::move(y));
  Wrap<std::vector, int> w; w.c = {1, 2, 3}; std::cout << w.n() << '\n';
  Visitor v; each(std::make_tuple(1, 'a', "hey", 2.5f), v); std::cout << v.out.str() << '\n';
  std::cout << std::apply([](auto... a) { return (a * ...); }, std::tuple(2, 3, 4)) << '\n';
}
