// check: race
// finds: 12 Error: Race reported between Write access
// A function of a stream uses pinned memory that copies of the stream have filled; the host itself may not yet.
#include <cstdio>
struct Work {
  int *pinned, seen;
};
static void CUDART_CB prepare(void *given) { for (int i = 0; i < 64; i++) ((Work *)given)->pinned[i] = i; }
static void CUDART_CB look(void *given) { Work *w = (Work *)given; w->seen = w->pinned[63]; }
__global__ void square(int *a) { a[threadIdx.x] *= a[threadIdx.x]; }
static void back(Work *w, int *a, cudaStream_t stream) {
  cudaMemcpyAsync(w->pinned, a, 256, cudaMemcpyDeviceToHost, stream);
}
int main() {
  Work w = {nullptr, 0};
  int *a;
  cudaStream_t stream;
  cudaMallocHost(&w.pinned, 256);
  cudaMalloc(&a, 256);
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaLaunchHostFunc(stream, prepare, &w);
  cudaMemcpyAsync(a, w.pinned, 256, cudaMemcpyHostToDevice, stream);
  square<<<1, 64, 0, stream>>>(a);
  back(&w, a, stream);
  cudaLaunchHostFunc(stream, look, &w);
  int early = w.pinned[2];
  cudaStreamSynchronize(stream);
  printf("%d %d %d\n", w.seen, w.pinned[8], early < 0);
}
