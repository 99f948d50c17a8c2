#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>
#include <memory>
struct L { const char *n; L(const char *s) : n(s) { printf("+%s ", n); } L(const L &o) : n(o.n) { printf("c%s ", n); } ~L() { printf("-%s ", n); } };
struct E : std::runtime_error { int code; E(int c) : std::runtime_error("E!"), code(c) {} };
int deep(int n) { L l("deep"); if (n == 0) throw E(7); return deep(n - 1) + 1; }
struct M { L a, b; M() : a("a"), b("b") { throw 3; } };
double f(int k) {
  switch (k) { case 0: throw 1; case 1: throw 2.5; case 2: throw "text"; case 3: throw std::string("str"); case 4: throw E(4); case 5: throw std::out_of_range("oor"); case 6: throw 'c'; }
  return k;
}
int g(int k) {
  for (int i = 0; i < 3; i++) {
    try { L l("try"); if (k == i) continue; if (k == i + 10) break; if (k == 20) return 99; f(k); }
    catch (int x) { printf("int %d ", x); return x; }
    catch (double d) { printf("double %g ", d); break; }
    catch (const char *s) { printf("%s ", s); }
    catch (std::string &s) { printf("%s ", s.c_str()); }
    catch (const E &e) { printf("E %d %s ", e.code, e.what()); return -1; }
    catch (std::exception &e) { printf("std %s ", e.what()); break; }
    catch (...) { printf("other "); try { throw; } catch (char c) { printf("char %c ", c); break; } }
  }
  return k;
}
int main() {
  try { deep(2); } catch (const std::runtime_error &e) { printf("| %s\n", e.what()); }
  for (int k = 0; k < 21; k++) { if (k == 13) k = 20; int r = g(k); printf("= %d\n", r); }
  try { M m; } catch (int i) { printf("M %d\n", i); }
  try { std::vector<int> v(3); v.at(5); } catch (const std::out_of_range &e) { printf("at: %s\n", e.what()); }
  try { std::stoi("abc"); } catch (const std::invalid_argument &e) { printf("stoi: %s\n", e.what()); }
  try { auto p = std::make_unique<L>("p"); auto q = std::make_shared<L>("q"); f(4); } catch (E e) { printf("%d\n", e.code); }
  try { try { f(5); } catch (std::out_of_range &) { L x("h"); throw std::logic_error("again"); } } catch (std::exception &e) { printf("%s\n", e.what()); }
  std::exception_ptr ep; try { f(3); } catch (...) { ep = std::current_exception(); }
  try { std::rethrow_exception(ep); } catch (const std::string &s) { printf("ep %s\n", s.c_str()); }
  auto lam = [](int x) { if (x > 1) throw std::runtime_error("lam"); return x; };
  try { int s = lam(1) + lam(2); printf("%d\n", s); } catch (std::runtime_error &e) { printf("%s\n", e.what()); }
  int t = 5; try { t = t > 3 ? throw t : 1; } catch (int v) { printf("tern %d\n", v); }
  fflush(stdout);
  throw std::runtime_error("the end");
}
