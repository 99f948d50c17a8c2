// Work of CUB on whole arrays against loops of the host.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <vector>
static char *room;
static size_t bytes;
// Asks how much room is needed, then does it.
#define TWICE(what, ...) do { void *none = nullptr; bytes = 0; what(none, bytes, __VA_ARGS__); cudaMalloc(&room, bytes); what(room, bytes, __VA_ARGS__); cudaDeviceSynchronize(); cudaFree(room); } while (0)
struct Later { __host__ __device__ int operator()(int a, int b) const { return (a * 3 + b) % 1009; } };
struct Square { __host__ __device__ long operator()(int x) const { return (long)x * x; } };
int main() {
  const int n = 20000;
  int *key, *value, *out, *counts, *runs, *more;
  cudaMallocManaged(&key, n * 4);
  cudaMallocManaged(&value, n * 4);
  cudaMallocManaged(&out, n * 4);
  cudaMallocManaged(&more, n * 4);
  cudaMallocManaged(&counts, n * 4);
  cudaMallocManaged(&runs, 4 * 4);
  for (int i = 0; i < n; i++) { key[i] = i < 9000 ? i / 7 : i % 3 == 0 ? i / 100 : i / 1000; value[i] = (i * 7919) % 1013 - 500; }
  std::vector<int> heads;
  for (int i = 0; i < n; i++) if (i == 0 || key[i] != key[i - 1]) heads.push_back(i);
  auto end = [&](int j) { return j + 1 < (int)heads.size() ? heads[j + 1] : n; };
  int wrong = 0;
  TWICE(cub::DeviceRunLengthEncode::Encode, key, out, counts, runs, n);
  for (int j = 0; j < (int)heads.size(); j++) wrong += out[j] != key[heads[j]] || counts[j] != end(j) - heads[j];
  printf("encode %d %d\n", runs[0] == (int)heads.size(), wrong);
  TWICE(cub::DeviceRunLengthEncode::NonTrivialRuns, key, out, counts, runs, n);
  int at = wrong = 0;
  for (int j = 0; j < (int)heads.size(); j++) if (end(j) - heads[j] > 1) { wrong += out[at] != heads[j] || counts[at] != end(j) - heads[j]; at++; }
  printf("runs %d %d\n", runs[0] == at, wrong);
  TWICE(cub::DeviceReduce::ReduceByKey, key, out, value, counts, runs, cub::Sum(), n);
  wrong = 0;
  for (int j = 0; j < (int)heads.size(); j++) { int sum = 0; for (int i = heads[j]; i < end(j); i++) sum += value[i]; wrong += out[j] != key[heads[j]] || counts[j] != sum; }
  printf("sums by key %d %d\n", runs[0] == (int)heads.size(), wrong);
  TWICE(cub::DeviceScan::ExclusiveSumByKey, key, value, out, n);
  TWICE(cub::DeviceScan::InclusiveScanByKey, key, value, more, cub::Max(), n);
  wrong = 0;
  for (int i = 0, sum = 0, most = 0; i < n; i++) {
    if (i == 0 || key[i] != key[i - 1]) { sum = 0; most = value[i]; }
    most = std::max(most, value[i]);
    wrong += out[i] != sum || more[i] != most;
    sum += value[i];
  }
  printf("scans by key %d\n", wrong);
  TWICE(cub::DeviceSelect::UniqueByKey, key, value, out, more, runs, n);
  wrong = runs[0] != (int)heads.size();
  for (int j = 0; j < (int)heads.size(); j++) wrong += out[j] != key[heads[j]] || more[j] != value[heads[j]];
  printf("unique by key %d\n", wrong);
  cub::KeyValuePair<int, int> *best;
  cudaMallocManaged(&best, 2 * sizeof(*best));
  TWICE(cub::DeviceReduce::ArgMax, value, best, n);
  TWICE(cub::DeviceReduce::ArgMin, value, best + 1, n);
  int *high = std::max_element(value, value + n), *low = std::min_element(value, value + n);
  printf("extremes %d %d\n", best[0].key == high - value && best[0].value == *high, best[1].key == low - value && best[1].value == *low);
  long *total, squares = 0;
  cudaMallocManaged(&total, 8);
  cub::TransformInputIterator<long, Square, int *> each(value, Square());
  TWICE(cub::DeviceReduce::Sum, each, total, n);
  for (int i = 0; i < n; i++) squares += (long)value[i] * value[i];
  printf("squares %d\n", *total == squares);
  cub::CountingInputIterator<int> numbers(5);
  TWICE(cub::DeviceScan::InclusiveScan, numbers, out, cub::Sum(), 1000);
  printf("numbers %d\n", out[999] == 5 * 1000 + 999 * 500);
  // Segments, some of them empty.
  int offsets[] = {0, 0, 17, 1000, 1001, 9000, 9000, n}, *o;
  cudaMallocManaged(&o, sizeof offsets);
  std::copy(offsets, offsets + 8, o);
  TWICE(cub::DeviceSegmentedReduce::Sum, value, out, 7, o, o + 1);
  wrong = 0;
  for (int j = 0; j < 7; j++) { int sum = 0; for (int i = o[j]; i < o[j + 1]; i++) sum += value[i]; wrong += out[j] != sum; }
  TWICE(cub::DeviceSegmentedSort::SortKeys, value, out, n, 7, o, o + 1);
  for (int j = 0; j < 7; j++) { std::vector<int> v(value + o[j], value + o[j + 1]); std::sort(v.begin(), v.end()); for (int i = o[j]; i < o[j + 1]; i++) wrong += out[i] != v[i - o[j]]; }
  TWICE(cub::DeviceSegmentedRadixSort::SortPairsDescending, value, out, key, more, n, 7, o, o + 1);
  for (int j = 0; j < 7; j++) {
    std::vector<std::pair<int, int>> v;
    for (int i = o[j]; i < o[j + 1]; i++) v.push_back({value[i], key[i]});
    std::stable_sort(v.begin(), v.end(), [](const std::pair<int, int> &a, const std::pair<int, int> &b) { return a.first > b.first; });
    for (int i = o[j]; i < o[j + 1]; i++) wrong += out[i] != v[i - o[j]].first || more[i] != v[i - o[j]].second;
  }
  printf("segments %d\n", wrong);
  // Some bits only, and zeros of both signs.
  for (int i = 0; i < n; i++) counts[i] = i;
  TWICE(cub::DeviceRadixSort::SortPairs, value, out, counts, more, n, 3, 9);
  std::vector<int> order(n);
  for (int i = 0; i < n; i++) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [=](int i, int j) { return ((unsigned)value[i] >> 3 & 63) < ((unsigned)value[j] >> 3 & 63); });
  wrong = 0;
  for (int i = 0; i < n; i++) wrong += more[i] != order[i] || out[i] != value[order[i]];
  float zeros[] = {0.0f, -0.0f, 1.0f, -0.0f, -1.0f, 0.0f}, *z, *zs;
  int places[] = {0, 1, 2, 3, 4, 5}, *p, *ps;
  cudaMallocManaged(&z, sizeof zeros), cudaMallocManaged(&zs, sizeof zeros), cudaMallocManaged(&p, sizeof places), cudaMallocManaged(&ps, sizeof places);
  std::copy(zeros, zeros + 6, z);
  std::copy(places, places + 6, p);
  TWICE(cub::DeviceRadixSort::SortPairs, z, zs, p, ps, 6);
  printf("bits %d, zeros", wrong);
  for (int i = 0; i < 6; i++) printf(" %d", ps[i]);
  printf("\n");
  TWICE(cub::DevicePartition::If, value, out, runs, n, [] __device__(int x) { return x % 2 == 0; });
  std::vector<int> even, odd;
  for (int i = 0; i < n; i++) (value[i] % 2 == 0 ? even : odd).push_back(value[i]);
  wrong = runs[0] != (int)even.size();
  for (int i = 0; i < n; i++) wrong += out[i] != (i < (int)even.size() ? even[i] : odd[n - 1 - i]);
  printf("partition %d\n", wrong);
  TWICE(cub::DeviceAdjacentDifference::SubtractLeftCopy, value, out, n);
  TWICE(cub::DeviceMergeSort::SortKeys, value, n, [] __host__ __device__(int a, int b) { return a > b; });
  wrong = 0;
  for (int i = 1; i < n; i++) wrong += value[i - 1] < value[i];
  cub::DeviceFor::Bulk(n, [=] __device__(int i) { out[i] = out[i] + i; });
  cudaDeviceSynchronize();
  printf("merge sort %d, differences %d\n", wrong, out[1] - 1 == (7919 % 1013 - 500) - (-500));
  float edges[] = {-500, -100, 0, 250, 513}, *e;
  cudaMallocManaged(&e, sizeof edges);
  std::copy(edges, edges + 5, e);
  TWICE(cub::DeviceHistogram::HistogramRange, value, counts, 5, e, n);
  int expected[4] = {0, 0, 0, 0};
  for (int i = 0; i < n; i++) for (int b = 0; b < 4; b++) expected[b] += value[i] >= edges[b] && value[i] < edges[b + 1];
  printf("histogram %d\n", std::equal(expected, expected + 4, counts));
}
