struct Pool {
  float *data;
  int n;
  void open(int count);
  void close();
};
void raise(Pool &p);
