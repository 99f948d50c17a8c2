// Function templates of one name that are declared without a body and differ in their parameters; braces around a text.
#include <cstdio>
template <typename T> inline T get(double);
template <typename T> inline T get(double, double);
template <> inline float get<float>(double x) { return float(x); }
template <> inline double get<double>(double x) { return x; }
template <> inline float get<float>(double x, double y) { return float(x + y); }
template <> inline double get<double>(double x, double y) { return x - y; }
template <class T> T both() { return get<T>(1) + get<T>(1, 2); }

template <class T> int size(T *, int);
template <class T> int size(T *);
template <class U> int size(U *) { return sizeof(U); }
template <class T> int size(T *, int n) { return n * (int)sizeof(T); }
template <class T> int size(T *, T *, int);

const char name[] = {"file"};
char room[8] = {"in" "side"};

int main() {
  const char usage[] = {"one " "two"};
  double d = 0;
  char table[2][3] = {"ab", {"cd"}};
  printf("%g %g %d %d\n", both<float>(), both<double>(), size(&d), size(&d, 3));
  printf("%s %s %s %s %d %d\n", name, room, usage, table[1], (int)sizeof usage, (int)sizeof name);
}
