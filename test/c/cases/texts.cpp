// Views and texts: searches, changes, numbers.
#include <charconv>
#include <string>
#include <string_view>
#include <iostream>
#include <cstring>
#include <cctype>
#include <algorithm>

#include <sstream>
#include <vector>
using namespace std::string_literals; using namespace std::literals;
static std::vector<std::string> split(const std::string& s, char d) { std::vector<std::string> r; size_t p = 0, q; while ((q = s.find(d, p)) != std::string::npos) { r.push_back(s.substr(p, q - p)); p = q + 1; } r.push_back(s.substr(p)); return r; }
static std::string trim(std::string s) { s.erase(0, s.find_first_not_of(" \t")); s.erase(s.find_last_not_of(" \t") + 1); return s; }
constexpr size_t count(std::string_view s, char c) { size_t n = 0; for (char x : s) n += x == c; return n; }
int main(int argc, char** argv) {
  std::string s = "Hello, World"; std::cout << s.length() << s[4] << s.at(7) << s.front() << s.back() << '\n';
  std::cout << s.find("World") << ' ' << s.rfind('o') << ' ' << s.find_first_of("lW") << ' ' << s.find("zz") << ' ' << (s.find('q') == std::string::npos) << '\n';
  s.replace(0, 5, "Howdy"); s.insert(5, "!!"); s.append(3, '.').append("xyz", 2); s += 'Q'; s.push_back('r'); s.pop_back(); std::cout << s << '\n';
  std::cout << s.substr(7, 5) << '|' << s.compare("Howdz") << (s < "Howdz") << ("a"s + "b" + 'c') << ("b" > "a"s) << '\n';
  for (auto& t : split("a:bb::ccc", ':')) std::cout << '[' << t << ']'; std::cout << trim("  pad  ") << "|\n";
  std::cout << std::stoi("42abc") << std::stod("2.5e3") << ' ' << std::stol("-7") << std::stoul("ff", nullptr, 16) << std::stof("1.25") << std::stoll("9223372036854775807") << '\n';
  try { std::stoi("none"); } catch (const std::invalid_argument& e) { std::cout << "invalid " << e.what() << '\n'; } try { std::stoi("99999999999"); } catch (const std::out_of_range& e) { std::cout << "range " << e.what() << '\n'; } try { s.at(999); } catch (const std::exception& e) { std::cout << "at\n"; }
  std::cout << std::to_string(3.5) << std::to_string(-12) << std::to_string(1ull << 40) << '\n';
  std::transform(s.begin(), s.end(), s.begin(), ::toupper); std::cout << s << '\n'; std::reverse(s.begin(), s.end()); std::cout << s.c_str() << ' ' << strlen(s.data()) << '\n';
  std::string_view v = "view of text"; v.remove_prefix(5); std::cout << v << v.size() << v.substr(3) << (v == "of text") << v.find("te") << '\n';

  constexpr size_t n = count("banana", 'a'); /*static_assert(n == 3);*/ std::cout << n << '\n';
  char buf[32]; auto [p, ec] = std::to_chars(buf, buf + 32, 12345); *p = 0; std::cout << buf << '\n'; int q; auto r = std::from_chars("987x", "987x" + 4, q); std::cout << q << *r.ptr << '\n';
  std::string raw = R"(a\n"b")"; std::cout << raw << "\x41\102\u00e9" << '\n'; std::string z("abc\0def", 7); std::cout << z.size() << '\n'; std::string rep(5, '-'); std::cout << rep << '\n'; std::string it(v.begin(), v.end()); std::cout << it << '\n';
  char a[20] = "copy"; strcat(a, "cat"); strncpy(a + 7, "zzzz", 2); a[9] = 0; std::cout << a << strcmp("a", "b") << strchr(a, 'c') - a << strstr(a, "cat") << strncmp("abc", "abd", 2) << memcmp("a", "a", 1) << '\n';
  char tok[] = "one two,three"; for (char* t = strtok(tok, " ,"); t; t = strtok(nullptr, " ,")) std::cout << t << ';'; std::cout << '\n';
  std::string m; m.reserve(100); for (int i = 0; i < 30; i++) m += std::to_string(i); std::cout << m << (m.capacity() >= 100) << '\n'; m.clear(); std::cout << m.empty() << m.size() << '\n'; m.assign("new value", 3); m.resize(5, '+'); std::cout << m << '\n'; std::swap(m, s); std::cout << m.substr(0, 4) << '\n';
  std::cout << (std::string("abc") == std::string_view("abc")) << std::hash<std::string>{}("x") % 1 << std::isdigit('5') / 2048 << '\n'; std::string e = "x"; e = e + e + "," + 'y' + std::string(2, 'k'); std::cout << e << e.erase(1, 2) << e.erase(2) << '\n'; for (char& c : e) c++; std::cout << e << std::count(e.begin(), e.end(), 'y') << '\n';
}
