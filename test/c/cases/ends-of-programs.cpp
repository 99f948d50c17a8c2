#include <cstdio>
#include <cstdlib>
#include <future>
#include <map>
#include <string>
#include <cmath>
#include <strings.h>
struct S { const char *n; S(const char *m) : n(m) { printf("+%s\n", n); } ~S() { printf("-%s\n", n); } };
S a("a"), arr[2] = {S("x"), S("y")};
static std::map<std::string, int> m = {{"k", 1}};
S &local() { static S s("local"); return s; }
struct H { static S held; }; S H::held("held");
struct T { ~T() { puts("T"); } } t;
int main(int c, char **) { atexit([] { puts("atexit"); }); local(); local(); auto f = std::async(std::launch::async, [](int x) { return x * 2; }, 21); printf("%d %d %Lg %g\n", f.get(), ffs(8), sqrtl(2.25L), nextafter(1.0, 2.0) - 1); if (c > 1) exit(3); return 0; }
