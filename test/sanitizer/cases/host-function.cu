// check: memory
// finds: 8 Invalid host write of freed memory of size 4 bytes: data[0]
// A host function of a stream uses memory that was freed before it comes.
#include <cstdio>
struct job { int *data; };
static void CUDART_CB finish(void *given) {
  int *data = ((job *)given)->data;
  data[0] = 1;
}
int main() {
  job j;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocManaged(&j.data, 256);
  j.data[0] = 0;
  int *kept = j.data;
  cudaFree(kept);
  cudaLaunchHostFunc(stream, finish, &j);
  cudaStreamSynchronize(stream);
}
