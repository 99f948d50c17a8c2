#include <complex>
#include <iostream>
#include <sstream>
#include <string>
struct S : std::ostream { S() : std::ostream(std::cout.rdbuf()) {} };
struct P { int x; };
std::ostream &operator<<(std::ostream &o, const P &p) { return o << "P" << p.x; }
int main() {
  S() << "c" << 1 << 2.5 << 'x' << P{3} << std::endl;
  std::string s = (std::ostringstream() << "made " << 4 << std::string(" here")).str();
  std::cout << s << "\n";
  int i = 0;
  std::string w;
  std::istringstream("12 word") >> i >> w;
  std::cout << i << w << "\n";
  std::complex<float> c(1.5f, -2), d, e, f, g(7, 7);
  std::stringstream t;
  t << c << " (3) 4.5 (1;2)";
  t >> d >> e >> f;
  std::cout << d << e << f << t.fail();
  t >> g;
  std::cout << g << t.fail() << "\n";
}
