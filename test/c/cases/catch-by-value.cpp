// A handler that takes an object by value has one of its own, with a name or without.
#include <cstdio>
int made, ended;
struct A {
  int i;
  A() : i(++made) { printf("A() %d\n", i); }
  A(const A &o) : i(++made) { printf("A(const A &) %d of %d\n", i, o.i); }
  ~A() { printf("~A() %d\n", i); ended++; }
};
int main() {
  try { throw A(); } catch (A) { puts("caught"); }
  try { throw A(); } catch (A a) { printf("caught %d\n", a.i); }
  try { throw A(); } catch (const A &a) { printf("caught %d\n", a.i); }
  try { throw A(); } catch (A &) { puts("caught"); }
  printf("%d %d\n", made, ended);
}
