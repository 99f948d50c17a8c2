// finds: 4 Leaked 320 bytes
struct Buffer {
  double *p = nullptr;
  explicit Buffer(int n) { cudaMallocManaged(&p, n * sizeof(double)); }
#ifndef WRONG
  ~Buffer() { cudaFree(p); }
#endif
};
