// Classes and programs that say where their objects lie.
#include <cstdio>
#include <cstdlib>
#include <new>
struct Managed {
  void *operator new(size_t n) { void *p; cudaMallocManaged(&p, n); printf("managed %d\n", (int)n); return p; }
  void *operator new[](size_t n) { void *p; cudaMallocManaged(&p, n); printf("managed [] %d\n", (int)n); return p; }
  void operator delete(void *p) { printf("freed\n"); cudaFree(p); }
  void operator delete[](void *p) { printf("freed []\n"); cudaFree(p); }
};
struct Vector : Managed { float x, y; Vector() : x(1), y(2) {} __host__ __device__ float sum() const { return x + y; } };
struct Quiet { void *operator new[](size_t n) { return malloc(n); } void operator delete[](void *p) { printf("quiet\n"); free(p); } };
struct Counted : Quiet { int k; Counted() : k(3) {} ~Counted() { printf("~%d ", k); } };
__global__ void twice(Vector *v, int n) { if (threadIdx.x < n) v[threadIdx.x].x *= 2; }
struct Pool { char memory[256]; size_t used; void *take(size_t n) { void *p = memory + used; used += n; return p; } };
struct Node {
  int value; Node *next;
  Node(int v, Node *n) : value(v), next(n) {}
  void *operator new(size_t n, Pool *from) { return from->take(n); }
  static void operator delete(void *, Pool *) {}
};
void *operator new(size_t n, Pool &from, int extra) { return from.take(n + extra); }
int main() {
  Vector *one = new Vector, *many = new Vector[3];
  twice<<<1, 4>>>(one, 1); twice<<<1, 4>>>(many, 3); cudaDeviceSynchronize();
  printf("%g %g\n", one->sum(), many[2].sum());
  delete one; delete[] many;
  Counted *c = new Counted[2]; delete[] c;
  static Pool pool;
  Node *list = nullptr;
  for (int i = 0; i < 3; i++) list = new (&pool) Node(i, list);
  printf("%d %d %d\n", list->value, list->next->next->value, (int)pool.used);
  double *d = new (pool, 8) double(2.5); printf("%g %d\n", *d, (int)pool.used);
  int *q = new (std::nothrow) int[4]; q[3] = 5; printf("%d\n", q[3]); delete[] q;
  float room[2]; float *f = new (room) float(1.5f); printf("%g %d\n", room[0], f == room);
  return 0;
}
