// How streams show and read values.
#include <iostream>
#include <iomanip>
#include <sstream>
#include <cmath>
#include <limits>
int main() {
  double v[] = {0, 1, -1.5, 3.14159265358979, 1e10, 1e-10, 123456789.123, 1e100, 0.1, 100, 1e6, 999999.5, 1234567};
  for (double x : v) std::cout << x << '|' << std::fixed << x << '|' << std::scientific << x << '|' << std::defaultfloat << std::setprecision(3) << x << std::setprecision(6) << '\n';
  std::cout << std::setw(10) << 42 << '|' << std::left << std::setw(10) << 42 << '|' << std::right << std::setfill('*') << std::setw(8) << -7 << '|' << std::internal << std::setw(8) << -7 << std::setfill(' ') << '\n';
  std::cout << std::hex << 255 << ' ' << std::showbase << 255 << ' ' << std::uppercase << 48879 << ' ' << std::oct << 8 << std::dec << std::noshowbase << std::nouppercase << '\n';
  std::cout << std::showpos << 5 << ' ' << 2.5 << std::noshowpos << ' ' << std::showpoint << 2.0 << std::noshowpoint << '\n';
  std::cout << std::boolalpha << true << ' ' << false << std::noboolalpha << ' ' << true << '\n';
  std::cout << std::setprecision(10) << 1.0 / 3 << ' ' << 2.0f / 3 << ' ' << std::setprecision(17) << 0.1 << std::setprecision(6) << '\n';
  std::cout << INFINITY << ' ' << -INFINITY << ' ' << NAN << ' ' << std::setw(6) << INFINITY << '\n';
  std::cout << (void*)0x1234 << ' ' << (const void*)nullptr << ' ' << 'a' << ' ' << (int)'a' << ' ' << (unsigned char)65 << ' ' << (signed char)66 << '\n';
  std::cout << std::numeric_limits<long long>::min() << ' ' << std::numeric_limits<unsigned long long>::max() << ' ' << (short)-5 << '\n';
  std::cout << std::hexfloat << 1.5 << ' ' << 0.1 << std::defaultfloat << '\n';
  std::ostringstream o; o << std::setw(5) << "ab" << std::setw(5) << std::left << "cd" << '|' << std::setw(4) << 'x' << '|'; std::cout << o.str() << '\n';
  std::istringstream in("12 0x1f 3.5e2 word  rest of line\nnext 077 true"); int a; std::string h, wd, rest; double d;
  in >> a >> h >> d >> wd; std::getline(in, rest); std::cout << a << h << d << wd << '[' << rest << "]\n";
  int oc; bool b; std::string nx; in >> nx >> std::oct >> oc >> std::boolalpha >> b; std::cout << nx << oc << b << in.eof() << in.fail() << '\n';
  std::istringstream bad("abc"); int q = 9; bad >> q; std::cout << q << bad.fail() << bad.good() << '\n'; bad.clear(); std::string s; bad >> s; std::cout << s << '\n';
  std::istringstream csv("1,2,,4"); std::string f; while (std::getline(csv, f, ',')) std::cout << '<' << f << '>'; std::cout << '\n';
  std::istringstream chars("a b\tc"); char c; while (chars.get(c)) std::cout << (int)c << ' '; std::cout << '\n';
  std::istringstream sk("  x y"); sk >> std::noskipws >> c; std::cout << '[' << c << ']'; sk >> std::skipws >> c; std::cout << c << sk.peek() << '\n';
  std::istringstream ig("skip this;take"); ig.ignore(100, ';'); ig >> s; std::cout << s << ' ' << ig.rdstate() << '\n';
  std::stringstream ss; ss << 1 << ' ' << 2; int m, n; ss >> m >> n; std::cout << m + n << ss.str() << '\n'; ss.str(""); ss.clear(); ss << "new"; std::cout << ss.str() << ss.tellp() << '\n';
  auto fl = std::cout.flags(); std::cout << std::hex << std::showbase << 16 << ' '; std::cout.flags(fl); std::cout << 16 << '\n';
  std::cout.width(6); std::cout.fill('.'); std::cout << 3.5 << '\n'; auto pr = std::cout.precision(2); std::cout << 3.14159 << ' ' << pr << '\n'; std::cout.precision(pr);
  std::cout.setf(std::ios::fixed, std::ios::floatfield); std::cout << 2.5 << '\n'; std::cout.unsetf(std::ios::floatfield);
  std::cout << std::setiosflags(std::ios::hex | std::ios::showbase) << std::resetiosflags(std::ios::dec) << 17 << std::resetiosflags(std::ios::hex) << '\n';
  std::cout << std::setbase(16) << 31 << std::setbase(10) << ' ' << std::quoted("a \"q\" b") << '\n';
  std::cout << std::put_time(std::localtime(new time_t(0)), "%Y") << '\n';
}
