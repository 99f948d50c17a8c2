// finds: 4 Leaked 4,000 bytes
extern "C" float *new_field(int n) {
  float *p;
  cudaMalloc(&p, n * sizeof(float));
  return p;
}
extern "C" void delete_field(float *p) { cudaFree(p); }
