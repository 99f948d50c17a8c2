// Classes with conversions to pointers go through `*`, `[]`, `+` and comparisons as what they convert to.
#include <cstdio>
template <class T> struct image {
  T data[4];
  operator const T *() const { return data; }
  operator T *() { return data; }
};
struct both {
  int x[2];
  operator bool() const { return x[0] != 0; }
  operator const int *() const { return x; }
};
static void told(const char *) { printf("const\n"); }
static void told(char *) { printf("plain\n"); }
int main() {
  image<char> a = {{'#', 'b', 'c', 0}};
  const image<char> b = {{'x', 'y', 'z', 0}};
  if (*a == '#') *a = 'a';
  a[1] = 'B';
  printf("%s %c %c %c %s\n", (const char *)a, *b, b[2], *(a + 2), b + 1);
  told(&*a);
  told(&*b);
  both c = {{3, 4}};
  printf("%d %d %d\n", *c, c[1], (bool)c);
}
