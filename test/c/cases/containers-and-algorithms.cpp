// Containers, algorithms and iterators of the library.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <list>
#include <deque>
#include <queue>
#include <stack>
#include <numeric>
#include <string>
#include <vector>
#include <functional>
template <class C> void pr(const char* n, const C& c) { std::cout << n << ':'; for (auto&& x : c) std::cout << " " << x; std::cout << '\n'; }
struct P { std::string n; int a; bool operator<(const P& o) const { return std::tie(a, n) < std::tie(o.a, o.n); } };
int main() {
  std::vector<int> v{5, 3, 9, 1, 7, 3, 8}; std::sort(v.begin(), v.end()); pr("sort", v);
  v.erase(std::unique(v.begin(), v.end()), v.end()); pr("uniq", v); std::sort(v.rbegin(), v.rend()); pr("rev", v);
  std::vector<int> w(v.size()); std::transform(v.begin(), v.end(), w.begin(), [](int x) { return x * 2; }); pr("tr", w);
  std::partial_sum(w.begin(), w.end(), w.begin()); pr("ps", w); std::adjacent_difference(w.begin(), w.end(), w.begin()); pr("ad", w);
  std::cout << std::accumulate(v.begin(), v.end(), 0) << ' ' << std::inner_product(v.begin(), v.end(), w.begin(), 0) << ' ' << *std::max_element(v.begin(), v.end()) << '\n';
  auto [mn, mx] = std::minmax_element(v.begin(), v.end()); std::cout << *mn << *mx << '\n';
  std::rotate(v.begin(), v.begin() + 2, v.end()); pr("rot", v); std::nth_element(v.begin(), v.begin() + 2, v.end()); std::cout << v[2] << '\n';
  auto it = std::stable_partition(v.begin(), v.end(), [](int x) { return x % 2; }); std::cout << it - v.begin() << '\n';
  std::map<std::string, int> m{{"b", 2}, {"a", 1}}; m["c"] = 3; m.insert({"a", 9}); m.insert_or_assign("b", 7); m.emplace("d", 4); auto [pos, ok] = m.try_emplace("d", 5);
  for (auto& [k, x] : m) std::cout << k << x << ' '; std::cout << ok << pos->second << m.count("z") << (m.find("z") == m.end()) << '\n';
  std::cout << m.lower_bound("bb")->first << m.upper_bound("c")->first << m.begin()->first << m.rbegin()->first << m.at("c") << '\n';
  m.erase("a"); m.erase(m.begin()); std::cout << m.size() << '\n'; std::multimap<int, char> mm{{1, 'a'}, {2, 'b'}, {1, 'c'}}; auto r = mm.equal_range(1); for (auto i = r.first; i != r.second; ++i) std::cout << i->second; std::cout << '\n';
  std::set<int, std::greater<int>> s{3, 1, 2}; pr("set", s); std::multiset<int> ms{2, 1, 2}; pr("ms", ms); std::cout << ms.count(2) << '\n';
  std::unordered_map<int, std::vector<int>> um; for (int i = 0; i < 10; i++) um[i % 3].push_back(i); std::cout << um[1].size() << um.size() << '\n';
  std::unordered_set<std::string> us{"x", "y", "x"}; std::cout << us.size() << us.count("y") << '\n';
  std::list<int> l{4, 2, 8}; l.sort(); l.push_front(0); l.splice(l.end(), std::list<int>{9, 9}); l.remove(2); l.unique(); l.reverse(); pr("list", l);
  std::deque<int> d; d.push_back(1); d.push_front(0); d.insert(d.begin() + 1, 5); pr("deque", d);
  std::priority_queue<int> q; for (int x : {3, 1, 4, 1, 5}) q.push(x); while (!q.empty()) { std::cout << q.top(); q.pop(); } std::cout << '\n';
  std::priority_queue<std::pair<int, int>, std::vector<std::pair<int, int>>, std::greater<>> pq; pq.emplace(2, 1); pq.emplace(1, 5); std::cout << pq.top().second << '\n';
  std::stack<int> st; st.push(1); st.push(2); std::cout << st.top() << '\n'; std::queue<char> qu; qu.push('a'); qu.push('b'); std::cout << qu.front() << qu.back() << '\n';
  std::vector<P> ps{{"bob", 30}, {"al", 25}, {"cy", 30}}; std::sort(ps.begin(), ps.end()); for (auto& p : ps) std::cout << p.n; std::cout << '\n';
  std::stable_sort(ps.begin(), ps.end(), [](auto& a, auto& b) { return a.n.size() > b.n.size(); }); for (auto& p : ps) std::cout << p.n; std::cout << '\n';
  std::vector<int> a{1, 2, 3, 4}, b{3, 4, 5}, o; std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(o)); std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(o)); std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(o)); std::merge(a.begin(), a.end(), b.begin(), b.end(), std::inserter(o, o.begin())); pr("ops", o);
  do { std::cout << b[0] << b[1] << b[2] << ' '; } while (std::next_permutation(b.begin(), b.end())); std::cout << '\n';
  std::cout << std::binary_search(a.begin(), a.end(), 3) << std::count_if(a.begin(), a.end(), [](int x) { return x > 2; }) << std::any_of(a.begin(), a.end(), [](int x) { return x > 3; }) << std::all_of(a.begin(), a.end(), [](int x) { return x > 3; }) << (std::find(a.begin(), a.end(), 7) == a.end()) << std::equal(a.begin(), a.begin() + 2, b.begin()) << std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end()) << std::distance(a.begin(), a.end()) << '\n';
  std::copy(a.begin(), a.end(), std::ostream_iterator<int>(std::cout, ", ")); std::cout << '\n'; std::fill_n(a.begin(), 2, 9); std::iota(b.begin(), b.end(), 10); std::replace(a.begin(), a.end(), 9, 0); std::reverse(b.begin(), b.end()); std::swap_ranges(b.begin(), b.end(), a.begin()); pr("a", a); pr("b", b);
  std::generate(a.begin(), a.end(), [n = 0]() mutable { return n += 3; }); pr("gen", a); std::make_heap(a.begin(), a.end()); std::pop_heap(a.begin(), a.end()); std::cout << a.back() << '\n'; 
  std::cout << std::clamp(15, 0, 10) << std::gcd(12, 18) << std::lcm(4, 6) << std::reduce(a.begin(), a.end()) << std::transform_reduce(a.begin(), a.end(), 0, std::plus<>(), [](int x) { return x * x; }) << '\n';
  std::vector<int> e; std::exclusive_scan(a.begin(), a.end(), std::back_inserter(e), 100); std::inclusive_scan(a.begin(), a.end(), std::back_inserter(e), std::multiplies<>()); pr("scan", e);
  auto f = std::bind(std::minus<int>(), std::placeholders::_2, 3); std::cout << f(0, 10) << std::invoke(&P::a, ps[0]) << std::mem_fn(&P::a)(ps[1]) << '\n'; std::function<int(int)> fib = [&](int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }; std::cout << fib(15) << '\n';
  v.insert(v.begin() + 1, {100, 200}); v.insert(v.end(), a.begin(), a.end()); v.resize(12, -1); v.assign(3, 7); v.emplace_back(8); v.shrink_to_fit(); pr("v", v); std::vector<bool> vb(5); vb[2] = true; vb.flip(); pr("vb", vb); std::vector<std::vector<double>> g(3, std::vector<double>(2, 1.5)); std::cout << g[2][1] << (v < a) << (v == v) << '\n';
}
