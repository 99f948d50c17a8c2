// Memory that kernels allocate: malloc and free, new and delete with constructors, destructors and virtual functions; it lasts from kernel to kernel.
#include <cstdio>
#include <cstdlib>

struct Node { int value; Node *next; };
__global__ void build(Node **heads, int n) {
  Node *head = nullptr;
  for (int i = 0; i < n; i++) {
    Node *one = (Node *)malloc(sizeof(Node));
    one->value = i * (int)(threadIdx.x + 1);
    one->next = head;
    head = one;
  }
  heads[threadIdx.x] = head;
}
__global__ void take(Node **heads, int *sums) {
  int s = 0;
  for (Node *at = heads[threadIdx.x]; at;) {
    Node *next = at->next;
    s += at->value;
    free(at);
    at = next;
  }
  sums[threadIdx.x] = s;
}

__device__ int destroyed;
struct Shape { __device__ virtual int area() const = 0; __device__ virtual ~Shape() { atomicAdd(&destroyed, 1); } };
struct Square : Shape { int a; __device__ Square(int a) : a(a) {} __device__ int area() const override { return a * a; } };
struct Oblong : Shape { int a, b; __device__ Oblong(int a, int b) : a(a), b(b) {} __device__ int area() const override { return a * b; } };
struct Counted { int n; __device__ Counted() : n(7) {} __device__ ~Counted() { atomicAdd(&destroyed, 100); } };
__global__ void shapes(int *out) {
  int t = threadIdx.x;
  Shape *s = t % 2 ? (Shape *)new Square(t) : (Shape *)new Oblong(t, 2);
  Counted *c = new Counted[3];
  double *plain = new double[t + 1];
  for (int i = 0; i <= t; i++) plain[i] = i;
  out[t] = s->area() + c[0].n + c[2].n + (int)plain[t];
  delete s;
  delete[] c;
  delete[] plain;
  free(nullptr);
}
__global__ void tooMuch(int *out) { out[0] = malloc((size_t)1 << 40) == nullptr; }

int main() {
  Node **heads;
  int *sums;
  cudaMalloc(&heads, 64 * sizeof(Node *));
  cudaMallocManaged(&sums, 64 * sizeof(int));
  for (int round = 0; round < 3; round++) {
    build<<<1, 64>>>(heads, 20);
    take<<<1, 64>>>(heads, sums);
  }
  cudaDeviceSynchronize();
  printf("%d %d %d\n", sums[0], sums[1], sums[63]);
  shapes<<<1, 8>>>(sums);
  cudaDeviceSynchronize();
  int n;
  cudaMemcpyFromSymbol(&n, destroyed, sizeof n);
  for (int i = 0; i < 8; i++) printf("%d ", sums[i]);
  printf("destroyed %d\n", n);
  tooMuch<<<1, 1>>>(sums);
  printf("%s, null %d\n", cudaGetErrorString(cudaDeviceSynchronize()), sums[0]);
  int *own = new int[4];
  own[3] = 5;
  printf("%d\n", own[3]);
  delete[] own;
}
