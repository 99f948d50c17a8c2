// Members of sizes that only a run knows, and jumps out of nested functions: GCC has both.
int main(void) {
  int n = 3;
  struct s { char b[n]; };
  __label__ out;
  int f(int k) { if (k > n) goto out; return k; }
  f(5);
out:
  return 1;
}
