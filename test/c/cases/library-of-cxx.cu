#include <iostream>
#include <iomanip>
#include <vector>
#include <string>
#include <map>
#include <algorithm>
#include <numeric>
#include <random>
#include <chrono>
#include <memory>
#include <functional>
#include <sstream>
#include <set>
#include <unordered_map>
#include <queue>
#include <list>
#include <tuple>
#include <array>
#include <limits>
#include <complex>
int main() {
  std::vector<int> v = {5, 3, 9, 1};
  std::sort(v.begin(), v.end());
  for (auto x : v) std::cout << x << " ";
  std::cout << std::endl;
  std::string s = "hello"; s += ", world"; std::cout << s << " " << s.size() << "\n";
  std::cout << std::fixed << std::setprecision(3) << std::setw(10) << 3.14159 << "|" << std::setfill('0') << std::setw(5) << 42 << "\n";
  std::map<std::string, int> m; m["b"] = 2; m["a"] = 1; for (auto &[k, x] : m) std::cout << k << "=" << x << " ";
  std::cout << "\n" << std::accumulate(v.begin(), v.end(), 0) << "\n";
  std::mt19937 g(42); std::uniform_int_distribution<int> d(1, 100); for (int i = 0; i < 5; i++) std::cout << d(g) << " ";
  std::uniform_real_distribution<float> u(0.f, 1.f); std::cout << u(g) << " "; std::normal_distribution<double> n(0, 1); std::cout << n(g) << " " << g() << "\n";
  auto t0 = std::chrono::steady_clock::now(); auto t1 = std::chrono::steady_clock::now();
  std::cout << (std::chrono::duration_cast<std::chrono::nanoseconds>(t1 - t0).count() >= 0) << " " << (std::chrono::duration<double>(t1 - t0).count() < 1.0) << "\n";
  std::unique_ptr<int> p(new int(7)); auto q = std::make_shared<std::string>("shared"); auto r = q; std::cout << *p << " " << *r << " " << q.use_count() << "\n";
  std::function<int(int)> f = [&](int x) { return x + *p; }; std::cout << f(3) << "\n";
  std::stringstream ss; ss << 1 << " " << 2.5 << " three"; int a; double b; std::string c; ss >> a >> b >> c; std::cout << a << b << c << "\n";
  std::set<int> st{3, 1, 2, 3}; std::cout << st.size() << *st.begin() << "\n";
  std::unordered_map<int, std::string> um; um[4] = "four"; std::cout << um.at(4) << um.count(5) << "\n";
  std::priority_queue<int> pq; pq.push(3); pq.push(8); pq.push(1); std::cout << pq.top() << "\n";
  auto t = std::make_tuple(1, 2.5, std::string("x")); std::cout << std::get<0>(t) << std::get<2>(t) << "\n";
  auto [i, j, k] = t; std::cout << i << j << k << "\n";
  std::array<int, 3> arr{1, 2, 3}; std::cout << arr.size() << arr[2] << "\n";
  std::cout << std::numeric_limits<float>::max() << " " << std::numeric_limits<int>::min() << "\n";
  std::complex<double> z(1, 2); z = z * z + 1.0; std::cout << std::defaultfloat << z << " " << std::abs(z) << "\n";
  std::vector<std::vector<double>> vv(3, std::vector<double>(2, 1.5)); std::cout << vv.size() << vv[2][1] << "\n";
  std::list<int> l{1, 2, 3}; l.push_front(0); for (int x : l) std::cout << x; std::cout << "\n";
  std::cout << std::hex << 255 << std::dec << " " << std::boolalpha << true << " " << std::max(3, 4) << std::endl;
  std::transform(v.begin(), v.end(), v.begin(), [](int x) { return x * x; }); std::cout << v[3] << " " << *std::max_element(v.begin(), v.end()) << "\n";
  std::vector<std::pair<int, std::string>> ps; ps.emplace_back(1, "one"); ps.push_back({2, "two"}); std::cout << ps[1].second << "\n";
  std::shuffle(v.begin(), v.end(), g); for (int x : v) std::cout << x << ' '; std::cout << std::endl;
}
