// Objects are thrown without a copy of their own, and caught by value and by reference.
#include <cstdio>
#include <stdexcept>
#include <string>
struct N { const char*n; N(const char*s):n(s){printf("+%s\n",n);} N(const N&o):n(o.n){printf("copy %s\n",n);} N(N&&o):n(o.n){printf("move %s\n",n);} ~N(){printf("-%s\n",n);} };
void f(int k) { N guard("guard"); if (k == 0) throw N("a"); if (k == 1) { N l("local"); throw l; } if (k == 2) { static N s("static"); throw s; } if (k == 3) throw std::string("text"); if (k == 4) throw "chars"; if (k == 5) throw k * 2.5; if (k == 6) throw std::runtime_error("run"); throw &guard; }
int main() { for (int k = 0; k < 8; k++) try { try { f(k); } catch (N n) { printf("by value %s\n", n.n); throw; } } catch (const N &n) { printf("ref %s\n", n.n); } catch (const std::string &s) { puts(s.c_str()); } catch (const char *s) { puts(s); } catch (double d) { printf("%g\n", d); } catch (std::exception &e) { puts(e.what()); } catch (N *p) { puts("pointer"); } }
