// Members of sizes that only a run knows, and variables of the function around a nested one: GCC has both.
int main(void) {
  int n = 3;
  struct s { char b[n]; };
  int f(int k) { return k + n; }
  return f(1);
}
