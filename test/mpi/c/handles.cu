// A child process adds to device memory of its parent: handles travel through a file.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__global__ void add(int *a, int n, int v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += v; }
int main(int argc, char **argv) {
  const int n = 1000;
  int *d, h[1000];
  cudaIpcMemHandle_t handle;
  cudaIpcEventHandle_t other;
  cudaEvent_t done;
  if (argc > 1) {
    FILE *f = fopen(argv[1], "rb");
    if (fread(&handle, sizeof handle, 1, f) != 1 || fread(&other, sizeof other, 1, f) != 1) return 3;
    fclose(f);
    if (cudaIpcOpenMemHandle((void **)&d, handle, cudaIpcMemLazyEnablePeerAccess) != cudaSuccess) return 4;
    if (cudaIpcOpenEventHandle(&done, other) != cudaSuccess) return 5;
    add<<<8, 128>>>(d, n, 5);
    cudaEventRecord(done, 0);
    cudaDeviceSynchronize();
    return cudaIpcCloseMemHandle(d) == cudaSuccess ? 0 : 6;
  }
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc((void **)&d, n * sizeof(int));
  cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaEventCreateWithFlags(&done, cudaEventInterprocess | cudaEventDisableTiming);
  cudaError_t a = cudaIpcGetMemHandle(&handle, d), b = cudaIpcGetEventHandle(&other, done);
  printf("%d %d %d\n", a, b, (int)sizeof handle);
  FILE *f = fopen("handle", "wb");
  fwrite(&handle, sizeof handle, 1, f); fwrite(&other, sizeof other, 1, f);
  fclose(f);
  char command[600];
  snprintf(command, sizeof command, "%s handle", argv[0]);
  int rc = system(command);
  cudaEventSynchronize(done);
  cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int i = 0; i < n; i++) bad += h[i] != i + 5;
  printf("child %d, bad %d\n", rc, bad);
  return 0;
}
