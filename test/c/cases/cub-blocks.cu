// Collectives of blocks and warps against loops of the host.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <vector>
// x -> a x + b: joined in order, not commutative.
struct Affine { unsigned int a, b; };
struct Join { __host__ __device__ Affine operator()(const Affine &f, const Affine &g) const { return Affine{g.a * f.a, g.a * f.b + g.b}; } };
__host__ __device__ Affine affine(int i) { return Affine{(unsigned int)(2 * i + 1), (unsigned int)(i * i + 7)}; }
struct Running { int sum; __device__ int operator()(int all) { int was = sum; sum += all; return was; } };
static const int X = 96, k = 4, n = X * k;
__global__ void scans(const int *in, int *out, Affine *joined) {
  typedef cub::BlockScan<int, X> Scan;
  typedef cub::BlockReduce<Affine, X> Reduce;
  __shared__ union { typename Scan::TempStorage scan; typename Reduce::TempStorage reduce; } s;
  int t = threadIdx.x, x[k], y[k], all;
  for (int i = 0; i < k; i++) x[i] = in[t * k + i];
  Scan(s.scan).InclusiveSum(x, y, all);
  for (int i = 0; i < k; i++) out[t * k + i] = y[i];
  if (t == 0) out[n] = all;
  Scan(s.scan).ExclusiveScan(x, y, -100000, cub::Max());
  for (int i = 0; i < k; i++) out[n + 1 + t * k + i] = y[i];
  Running run{1000};
  for (int turn = 0; turn < 2; turn++) {
    Scan(s.scan).ExclusiveSum(x, y, run);
    __syncthreads();
  }
  for (int i = 0; i < k; i++) out[2 * n + 1 + t * k + i] = y[i];
  __syncthreads();
  Affine f = Reduce(s.reduce).Reduce(affine(t), Join());
  if (t == 0) joined[0] = f;
  __syncthreads();
  f = Reduce(s.reduce).Reduce(affine(t), Join(), 37);
  if (t == 0) joined[1] = f;
}
__global__ void orders(const int *in, int *out, int *flags) {
  typedef cub::BlockRadixSort<int, X, k, int> Sort;
  typedef cub::BlockMergeSort<int, X, k> Merge;
  typedef cub::BlockExchange<int, X, k> Exchange;
  typedef cub::BlockDiscontinuity<int, X> Heads;
  typedef cub::BlockAdjacentDifference<int, X> Difference;
  __shared__ typename Sort::TempStorage s;
  __shared__ typename Merge::TempStorage m;
  __shared__ typename Exchange::TempStorage e;
  __shared__ typename Heads::TempStorage h;
  __shared__ typename Difference::TempStorage d;
  int t = threadIdx.x, x[k], v[k], f[k];
  cub::LoadDirectStriped<X>(t, in, x);
  Exchange(e).StripedToBlocked(x);
  for (int i = 0; i < k; i++) v[i] = t * k + i;
  Sort(s).Sort(x, v, 0, 5);
  cub::StoreDirectBlocked(t, out, v);
  cub::LoadDirectBlocked(t, in, x);
  Merge(m).Sort(x, [] __device__(int a, int b) { return a % 10 > b % 10; });
  cub::StoreDirectBlocked(t, out + n, x);
  cub::LoadDirectBlocked(t, in, x);
  Sort(s).SortDescending(x);
  cub::StoreDirectBlocked(t, out + 2 * n, x);
  for (int i = 0; i < k; i++) v[i] = x[i] / 16;
  Heads(h).FlagHeads(f, v, cub::Inequality());
  cub::StoreDirectBlocked(t, flags, f);
  Heads(h).FlagTails(f, v, cub::Inequality());
  cub::StoreDirectBlocked(t, flags + n, f);
  Difference(d).SubtractLeft(x, v, cub::Difference());
  cub::StoreDirectBlocked(t, flags + 2 * n, v);
}
__global__ void warps(const int *in, int *out) {
  typedef cub::WarpReduce<int> Reduce;
  typedef cub::WarpScan<int, 8> Scan;
  __shared__ Reduce::TempStorage r[X / 32];
  __shared__ Scan::TempStorage s[X / 8];
  int t = threadIdx.x, x = in[t], y, z, all;
  out[t] = Reduce(r[t / 32]).HeadSegmentedSum(x, t % 5 == 0);
  out[X + t] = Reduce(r[t / 32]).TailSegmentedSum(x, t % 7 == 6);
  Scan(s[t / 8]).ExclusiveScan(x, y, -7, cub::Min(), all);
  out[2 * X + t] = y;
  out[3 * X + t] = all;
  Scan(s[t / 8]).Sum(x, y, z);
  out[4 * X + t] = y - 2 * z;
}
int main() {
  int *in, *out, *flags;
  Affine *joined;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, 4 * n * sizeof(int));
  cudaMallocManaged(&flags, 3 * n * sizeof(int));
  cudaMallocManaged(&joined, 2 * sizeof(Affine));
  for (int i = 0; i < n; i++) in[i] = (i * 7919) % 1013 - 500;
  scans<<<1, X>>>(in, out, joined);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  int sum = 0, most = -100000, all = 0, wrong[4] = {0, 0, 0, 0};
  for (int i = 0; i < n; i++) all += in[i];
  for (int i = 0; i < n; i++) {
    wrong[1] += out[n + 1 + i] != most;
    wrong[2] += out[2 * n + 1 + i] != 1000 + all + sum;
    sum += in[i];
    most = std::max(most, in[i]);
    wrong[0] += out[i] != sum;
  }
  Affine f = affine(0), g = f;
  for (int i = 1; i < X; i++) { f = Join()(f, affine(i)); if (i < 37) g = f; }
  wrong[3] = joined[0].a != f.a || joined[0].b != f.b || joined[1].a != g.a || joined[1].b != g.b || out[n] != all;
  printf("scans %d %d %d %d\n", wrong[0], wrong[1], wrong[2], wrong[3]);
  orders<<<1, X>>>(in, out, flags);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  std::vector<int> a(in, in + n), at(n), b = a;
  for (int i = 0; i < n; i++) at[i] = i;
  std::stable_sort(at.begin(), at.end(), [=](int i, int j) { return (in[i] & 31) < (in[j] & 31); });
  std::stable_sort(a.begin(), a.end(), [](int x, int y) { return x % 10 > y % 10; });
  std::sort(b.begin(), b.end(), [](int x, int y) { return x > y; });
  int bad[6] = {0, 0, 0, 0, 0, 0};
  for (int i = 0; i < n; i++) {
    bad[0] += out[i] != at[i];
    bad[1] += out[n + i] != a[i];
    bad[2] += out[2 * n + i] != b[i];
    bad[3] += flags[i] != (i == 0 || b[i] / 16 != b[i - 1] / 16);
    bad[4] += flags[n + i] != (i == n - 1 || b[i] / 16 != b[i + 1] / 16);
    bad[5] += flags[2 * n + i] != (i == 0 ? b[i] : b[i] - b[i - 1]);
  }
  printf("orders %d %d %d %d %d %d\n", bad[0], bad[1], bad[2], bad[3], bad[4], bad[5]);
  warps<<<1, X>>>(in, out);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  int off[5] = {0, 0, 0, 0, 0};
  for (int i = 0; i < X; i++) {
    int head = 0, tail = 0, low = -7, every = in[i / 8 * 8], before = 0;
    for (int j = i; j < X && j / 32 == i / 32 && (j == i || j % 5 != 0); j++) head += in[j];
    for (int j = i; j < X && j / 32 == i / 32; j++) { tail += in[j]; if (j % 7 == 6) break; }
    for (int j = i / 8 * 8; j < i; j++) { low = std::min(low, in[j]); before += in[j]; }
    for (int j = i / 8 * 8; j < i / 8 * 8 + 8; j++) every = std::min(every, in[j]);
    // Sums of segments are asked for where they begin.
    if (i % 5 == 0) off[0] += out[i] != head;
    if (i % 7 == 0) off[1] += out[X + i] != tail;
    off[2] += out[2 * X + i] != low;
    off[3] += out[3 * X + i] != every;
    off[4] += out[4 * X + i] != in[i] - before;
  }
  printf("warps %d %d %d %d %d\n", off[0], off[1], off[2], off[3], off[4]);
}
