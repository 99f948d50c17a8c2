// finds: 7 Barrier error detected. Divergent thread(s) in block.
struct Queue {
  int *items;
  __device__ void push(int t, bool all) {
    if (all || t < 64) {
      items[t] = t;
      __syncthreads();
    }
  }
};
