struct Box {
  int *p;
  int n;
  explicit Box(int n) : n(n) { cudaMallocManaged(&p, n * sizeof(int)); }
  ~Box() { cudaFree(p); }
  void fill();
};
