// Real numbers in texts: strtod, stod, atof, strtof and sscanf, and where each stops.
#include <cstdio>
#include <cstdlib>
#include <string>
int main() {
  for (const char *s : {"3/4", "3", "3)", "-3/4", "1.5e3x", "1e", "0x1p3z", "  7 8", "inf", "nan", ".5.5", "5.", "12abc", "1_000", "3,4", "2*3", "3-4", "3+4", "1d5", "1e+", "infinityx", "nan(1)", "1.e2", "+.5", "--1", "3/", "1e400", "-1e-400", "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890", "0.1234567890123456789012345678901234567890", ".", "-", "e5", "1.7976931348623157e308", "4.9e-324", "0x.8p1"}) {
    char *e; double d = strtod(s, &e); size_t u = 99; double v = -1; try { v = std::stod(s, &u); } catch (...) {}
    long l = strtol(s, nullptr, 10); float f = strtof(s, nullptr); int n = 0; double sc = -1; int r = sscanf(s, "%lf%n", &sc, &n);
    printf("%s: %g %d %g %zu %g %ld %g %d %g %d\n", s, d, (int)(e - s), v, u, atof(s), l, f, r, sc, n);
  }
}
