// Constructors that take any number of arguments.
#include <cstdarg>
#include <cstdio>
#include <exception>
#include <string>
class trouble : public std::exception {
  char text[100];

 public:
  trouble(const char *format, ...) { va_list list; va_start(list, format); vsnprintf(text, sizeof text, format, list); va_end(list); }
  const char *what() const noexcept override { return text; }
};
struct sum { double of; sum(int n, ...) : of(0) { va_list list; va_start(list, n); while (n--) of += va_arg(list, double); va_end(list); } };
int main() {
  try { throw trouble("%s: %d of %g (%c)", "bad", 3, 2.5f, 'x'); } catch (const std::exception &e) { printf("%s\n", e.what()); }
  try { throw trouble("plain"); } catch (trouble &e) { printf("%s\n", e.what()); }
  sum a(3, 1.5, 2.5f, 3.0), b(0), *c = new sum(1, 4.0);
  printf("%g %g %g %g\n", a.of, b.of, c->of, sum(2, 1.0, 1.25).of);
  delete c;
}
