// finds: 5 Error: Race reported between Write access
__device__ inline void count(int *bins, int value) {
  int bin = value % 8;
#ifdef WRONG
  bins[bin] = bins[bin] + 1;
#else
  atomicAdd(&bins[bin], 1);
#endif
}
