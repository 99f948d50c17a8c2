// A Mersenne Twister for each thread, as CUDA's samples have it: parameters come from a file, seeds are set from the host.
#include <cstdio>
#include <random>
#define STATE 624
#define SHIFT 397
struct twister { unsigned int matrix, mask_b, mask_c; };
static twister h_parameters;
__constant__ twister parameters;
__device__ unsigned int seed_of_all;

extern "C" void loadMTGPU(const char *path) {
  FILE *f = fopen(path, "rb");
  if (!f || fread(&h_parameters, sizeof h_parameters, 1, f) != 1) { printf("no parameters in %s\n", path); return; }
  fclose(f);
  cudaMemcpyToSymbol(parameters, &h_parameters, sizeof h_parameters);
}

extern "C" void seedMTGPU(int seed) { cudaMemcpyToSymbol(seed_of_all, &seed, sizeof seed); }

extern "C" __global__ void RandomGPU(float *d_Rand, int n_per_rng) {
  const int tid = blockDim.x * blockIdx.x + threadIdx.x, threads = blockDim.x * gridDim.x;
  unsigned int state[STATE];
  state[0] = seed_of_all + tid;
  for (int i = 1; i < STATE; i++) state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
  for (int out = 0, at = 0; out < n_per_rng; out++) {
    const int next = (at + 1) % STATE, far = (at + SHIFT) % STATE;
    unsigned int y = (state[at] & 0x80000000u) | (state[next] & 0x7fffffffu);
    state[at] = state[far] ^ (y >> 1) ^ ((y & 1) ? parameters.matrix : 0);
    y = state[at];
    y ^= y >> 11;
    y ^= (y << 7) & parameters.mask_b;
    y ^= (y << 15) & parameters.mask_c;
    y ^= y >> 18;
    d_Rand[tid + out * threads] = ((float)y + 1.0f) / 4294967296.0f;
    at = next;
  }
}

// The same numbers by C++'s own generator.
extern "C" int differencesMT(const float *rand, int n_per_rng, int threads, int seed) {
  int wrong = 0;
  for (int tid = 0; tid < threads; tid++) {
    std::mt19937 g(seed + tid);
    for (int out = 0; out < n_per_rng; out++) wrong += rand[tid + out * threads] != ((float)(unsigned int)g() + 1.0f) / 4294967296.0f;
  }
  return wrong;
}
