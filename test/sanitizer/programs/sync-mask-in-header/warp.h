// finds: 4 Barrier error detected. Invalid arguments.
__device__ inline float warpSum(float v, unsigned mask) {
  for (int by = 8; by > 0; by /= 2)
    v += __shfl_down_sync(mask, v, by);
  return v;
}
