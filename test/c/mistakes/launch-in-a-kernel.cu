// Dynamic parallelism
__global__ void child(int *p) { *p = 1; }

__global__ void parent(int *p) { child<<<1, 1>>>(p); }

int main() {
  int *p;
  cudaMallocManaged(&p, 4);
  parent<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  return *p != 1;
}
