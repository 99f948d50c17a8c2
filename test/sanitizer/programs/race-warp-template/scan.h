// finds: 4 Error: Race reported between Write access
template <typename T, int N, int WAIT> __device__ void neighbours(T *s, T *out) {
  int t = threadIdx.x;
  s[t] = t;
  if (WAIT) __syncthreads();
  out[t] = s[(t + 33) % N] + s[t];
}
