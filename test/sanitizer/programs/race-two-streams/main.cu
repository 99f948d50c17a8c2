#include <cstdio>
extern "C" __global__ void put(int *a, int v);
int main() {
  int *a;
  cudaStream_t s[2];
  cudaEvent_t done;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaEventCreate(&done);
  for (auto &stream : s) cudaStreamCreate(&stream);
  put<<<1, 64, 0, s[0]>>>(a, 1);
#ifndef WRONG
  cudaEventRecord(done, s[0]);
  cudaStreamWaitEvent(s[1], done, 0);
#endif
  put<<<1, 64, 0, s[1]>>>(a, 2);
  printf("%d\n", (int)cudaDeviceSynchronize());
}
// check: race; wrong: -DWRONG; right: -DRIGHT
