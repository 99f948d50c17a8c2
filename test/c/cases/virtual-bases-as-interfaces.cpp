#include <iostream>
// devices of a simulation: interfaces as virtual bases, no data in some
struct Named { std::string n; Named(std::string s) : n(std::move(s)) {} };
class Solver : public virtual Named { protected: int steps = 3; public: Solver() : Named("solver") {} virtual double step(double x) = 0; double run(double x) { for (int i = 0; i < steps; i++) x = step(x); return x; } virtual ~Solver() {} };
class Logger : public virtual Named { public: int lines = 0; Logger() : Named("logger") {} void log(double x) { std::cout << n << ": " << x << "\n"; lines++; } virtual ~Logger() { std::cout << "logged " << lines << "\n"; } };
class Euler : public Solver, public Logger { double h; public: Euler(double h) : Named("euler"), h(h) {} double step(double x) override { log(x); return x + h * x; } };
class Half final : public Euler { public: Half() : Named("half"), Euler(0.5) {} double step(double x) override { return Euler::step(x) * 2; } };
struct Empty {}; struct P : virtual Empty { int x = 1; }; struct Q : virtual Empty { int y = 2; }; struct R : P, Q { int z = 3; };
std::ostream &operator<<(std::ostream &o, const Named &n) { return o << '[' << n.n << ']'; }
int main() {
  Euler e(0.1); std::cout << e.run(1) << " " << e << "\n";
  Half h; Solver &s = h; std::cout << s.run(1) << " " << s.n << " " << s << "\n";
  R r; std::cout << r.x + r.y + r.z << " " << sizeof(P) << " " << sizeof(R) << "\n";
  Solver *list[2] = {&e, &h}; for (Solver *x : list) std::cout << x->n << x->step(2) << "\n";
  Solver *null = nullptr; Named *nn = null; std::cout << (nn == nullptr) << "\n";
  Named &ref = h; ref.n = "changed"; std::cout << h.n << static_cast<Logger &>(h).n << "\n";
}
