#include <cstdio>
__global__ void scale(float *x, float f) { x[threadIdx.x] *= f; }
void g(int, double) {}
void g(double, int) {}
template <class T> T twice(T a) { return a.size() * 2; }
struct P { int x; };
int main() {
  float *d;
  scale(d, 2.0f);
  g(1, 2);
  int k = twice(3);
  P p;
  p.y = 1;
  std::string s = "a";
  cout << s;
  scale<<<1>>>(d, 2.0f);
  scale<<<1, 32>>>(d);
  int *q = 3.5;
  void *address = (void *)g;
  return k;
}
