// No function of that name has the type of the pointer.
struct L {};
template <class C> bool only(C c, const L &) { return c; }
int twice(int x) { return 2 * x; }
double twice(double x) { return 2 * x; }
int (*f)(int) = only;
int (*g)(int, int) = twice;
int (*h)(int) = twice;
