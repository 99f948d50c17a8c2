// Groups of threads as values.
#pragma once
namespace cooperative_groups {
static inline __device__ unsigned int __rank_in_block() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
static inline __device__ unsigned int __threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
class thread_block {
 public:
  __device__ static void sync() { __syncthreads(); }
  __device__ static unsigned int thread_rank() { return __rank_in_block(); }
  __device__ static unsigned int size() { return __threads_of_block(); }
  __device__ static unsigned int num_threads() { return __threads_of_block(); }
  __device__ static dim3 group_index() { dim3 d; d.x = blockIdx.x; d.y = blockIdx.y; d.z = blockIdx.z; return d; }
  __device__ static dim3 thread_index() { dim3 d; d.x = threadIdx.x; d.y = threadIdx.y; d.z = threadIdx.z; return d; }
  __device__ static dim3 group_dim() { dim3 d; d.x = blockDim.x; d.y = blockDim.y; d.z = blockDim.z; return d; }
  __device__ static dim3 dim_threads() { return group_dim(); }
  __device__ bool is_valid() const { return true; }
};
class grid_group {
 public:
  __device__ static void sync() { __cufort_barrier_grid(void); }
  __device__ static bool is_valid() { return true; }
  __device__ static unsigned long long thread_rank() { return ((unsigned long long)blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z)) * __threads_of_block() + __rank_in_block(); }
  __device__ static unsigned long long size() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * __threads_of_block(); }
  __device__ static unsigned long long num_threads() { return size(); }
  __device__ static unsigned int num_blocks() { return gridDim.x * gridDim.y * gridDim.z; }
  __device__ static unsigned int block_rank() { return blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z); }
  __device__ static dim3 group_dim() { dim3 d; d.x = gridDim.x; d.y = gridDim.y; d.z = gridDim.z; return d; }
};
class multi_grid_group : public grid_group {};
// Numbers as they are, other types word by word.
#define __CUFORT_BY_WORDS__(name, how) \
  template <class T> static inline __device__ T name(unsigned int mask, T v, int by, int n) { \
    if constexpr (__is_integral(T) || __is_floating_point(T)) return how(mask, v, by, n); \
    else { \
      T r; \
      for (size_t i = 0; i < sizeof(T) / 4; i++) ((unsigned int *)&r)[i] = how(mask, ((const unsigned int *)&v)[i], by, n); \
      return r; \
    } \
  }
__CUFORT_BY_WORDS__(__words, __shfl_sync)
__CUFORT_BY_WORDS__(__words_down, __shfl_down_sync)
__CUFORT_BY_WORDS__(__words_up, __shfl_up_sync)
__CUFORT_BY_WORDS__(__words_xor, __shfl_xor_sync)
// Threads of a warp side by side: as many as a power of two.
class __tile {
 public:
  unsigned int n;
  __device__ explicit __tile(unsigned int k) : n(k) {}
  __device__ unsigned int thread_rank() const { return __rank_in_block() & (n - 1); }
  __device__ unsigned int size() const { return n; }
  __device__ unsigned int num_threads() const { return n; }
  __device__ unsigned int meta_group_rank() const { return __rank_in_block() / n; }
  __device__ unsigned int meta_group_size() const { return (__threads_of_block() + n - 1) / n; }
  __device__ unsigned int mask() const { return n >= 32 ? 0xffffffffu : ((1u << n) - 1) << (__rank_in_block() & 31 & ~(n - 1)); }
  __device__ void sync() const { __syncwarp(mask()); }
  template <class T> __device__ T shfl(T v, int lane) const { return __words(mask(), v, lane, n); }
  template <class T> __device__ T shfl_down(T v, unsigned int by) const { return __words_down(mask(), v, by, n); }
  template <class T> __device__ T shfl_up(T v, unsigned int by) const { return __words_up(mask(), v, by, n); }
  template <class T> __device__ T shfl_xor(T v, unsigned int by) const { return __words_xor(mask(), v, by, n); }
  __device__ int any(int p) const { return __any_sync(mask(), p); }
  __device__ int all(int p) const { return __all_sync(mask(), p); }
  __device__ unsigned int ballot(int p) const { unsigned int b = __ballot_sync(mask(), p); return n >= 32 ? b : (b >> (__rank_in_block() & 31 & ~(n - 1))) & ((1u << n) - 1); }
};
template <unsigned int k, class P = thread_block> class thread_block_tile : public __tile {
 public:
  __device__ thread_block_tile() : __tile(k) {}
  __device__ static constexpr unsigned int size() { return k; }
  __device__ static constexpr unsigned int num_threads() { return k; }
};
// Tiles of several warps hand values to each other through the block's memory. They wait for the whole block: all of its tiles do the same.
template <unsigned int k, class P> class __wide_tile {
 public:
  __device__ static unsigned int thread_rank() { return __rank_in_block() & (k - 1); }
  __device__ static constexpr unsigned int size() { return k; }
  __device__ static constexpr unsigned int num_threads() { return k; }
  __device__ static unsigned int meta_group_rank() { return __rank_in_block() / k; }
  __device__ static unsigned int meta_group_size() { return (__threads_of_block() + k - 1) / k; }
  __device__ static void sync() { __syncthreads(); }
  template <class T> __device__ T shfl(T v, int rank) const { return __given(v, rank & (k - 1)); }
  template <class T> __device__ T shfl_xor(T v, unsigned int by) const { return __given(v, thread_rank() ^ by); }
  template <class T> __device__ T shfl_down(T v, unsigned int by) const { unsigned int r = thread_rank() + by; return __given(v, r < k ? r : thread_rank()); }
  template <class T> __device__ T shfl_up(T v, unsigned int by) const { unsigned int r = thread_rank(); return __given(v, r >= by ? r - by : r); }
  __device__ int any(int p) const { int yes = p != 0; for (unsigned int by = k / 2; by > 0; by /= 2) yes |= shfl_xor(yes, by); return yes; }
  __device__ int all(int p) const { return !any(!p); }

 private:
  template <class T> __device__ static T __given(T v, unsigned int rank) {
    __shared__ char room[1024 * sizeof(T)];
    T *values = (T *)room;
    unsigned int own = __rank_in_block();
    __syncthreads();
    values[own] = v;
    __syncthreads();
    T r = values[(own & ~(k - 1)) + rank];
    __syncthreads();
    return r;
  }
};
#define __CUFORT_WIDE_TILE__(k) template <class P> class thread_block_tile<k, P> : public __wide_tile<k, P> {};
__CUFORT_WIDE_TILE__(64)
__CUFORT_WIDE_TILE__(128)
__CUFORT_WIDE_TILE__(256)
__CUFORT_WIDE_TILE__(512)
__CUFORT_WIDE_TILE__(1024)
// What NVIDIA's tiles of several warps need.
template <unsigned int threads = 1024> struct block_tile_memory { unsigned int reserved; };
class thread_group {
  unsigned int n;

 public:
  __device__ thread_group(const thread_block &) : n(__threads_of_block()) {}
  __device__ thread_group(const __tile &t) : n(t.n) {}
  __device__ explicit thread_group(unsigned int k) : n(k) {}
  __device__ unsigned int thread_rank() const { return __rank_in_block() % n; }
  __device__ unsigned int size() const { return n; }
  __device__ unsigned int num_threads() const { return n; }
  __device__ void sync() const { if (n > 32) __syncthreads(); else __syncwarp(n >= 32 ? 0xffffffffu : ((1u << n) - 1) << (__rank_in_block() & 31 & ~(n - 1))); }
};
// The lanes that are there together.
class coalesced_group {
  unsigned int lanes;

 public:
  __device__ coalesced_group() : lanes(__activemask()) {}
  __device__ explicit coalesced_group(unsigned int m) : lanes(m) {}
  __device__ unsigned int mask() const { return lanes; }
  __device__ unsigned int thread_rank() const { return __popc(lanes & ((1u << (__rank_in_block() & 31)) - 1)); }
  __device__ unsigned int size() const { return __popc(lanes); }
  __device__ unsigned int num_threads() const { return __popc(lanes); }
  __device__ void sync() const { __syncwarp(lanes); }
  __device__ unsigned int lane(unsigned int rank) const { unsigned int m = lanes; for (unsigned int i = 0; i < rank; i++) m &= m - 1; return __ffs((int)m) - 1; }
  template <class T> __device__ T shfl(T v, unsigned int rank) const { return __shfl_sync(lanes, v, lane(rank)); }
  template <class T> __device__ T shfl_down(T v, unsigned int by) const { unsigned int r = thread_rank() + by; return __shfl_sync(lanes, v, lane(r < size() ? r : thread_rank())); }
  template <class T> __device__ T shfl_up(T v, unsigned int by) const { unsigned int r = thread_rank(); return __shfl_sync(lanes, v, lane(r >= by ? r - by : r)); }
  __device__ int any(int p) const { return __any_sync(lanes, p); }
  __device__ int all(int p) const { return __all_sync(lanes, p); }
  __device__ unsigned int ballot(int p) const { return __ballot_sync(lanes, p); }
};
static inline __device__ thread_block this_thread_block() { return thread_block(); }
template <unsigned int threads> static inline __device__ thread_block this_thread_block(block_tile_memory<threads> &) { return thread_block(); }
static inline __device__ grid_group this_grid() { return grid_group(); }
static inline __device__ coalesced_group coalesced_threads() { return coalesced_group(); }
// The threads of a tile or of a group of lanes that say the same.
template <class G> __device__ inline coalesced_group binary_partition(const G &g, bool yes) {
  const unsigned int those = __ballot_sync(g.mask(), yes);
  return coalesced_group(yes ? those : g.mask() & ~those);
}
template <class G, class L> __device__ inline coalesced_group labeled_partition(const G &g, L label) { return coalesced_group(__match_any_sync(g.mask(), label)); }
template <unsigned int k, class G> __device__ inline thread_block_tile<k, G> tiled_partition(const G &) { return thread_block_tile<k, G>(); }
template <class G> __device__ inline thread_group tiled_partition(const G &, unsigned int k) { return thread_group(k); }
template <class G> __device__ inline void sync(const G &g) { g.sync(); }
template <class T> struct plus { __device__ T operator()(const T &a, const T &b) const { return a + b; } };
template <class T> struct less { __device__ T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
template <class T> struct greater { __device__ T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
template <class T> struct bit_and { __device__ T operator()(const T &a, const T &b) const { return a & b; } };
template <class T> struct bit_or { __device__ T operator()(const T &a, const T &b) const { return a | b; } };
template <class T> struct bit_xor { __device__ T operator()(const T &a, const T &b) const { return a ^ b; } };
template <class T, class F> __device__ inline T reduce(const coalesced_group &g, T v, F f) {
  unsigned int n = g.size(), rank = g.thread_rank();
  for (unsigned int by = 1; by < n; by *= 2) { T other = g.shfl_down(v, by); if (rank + by < n && rank % (2 * by) == 0) v = f(v, other); }
  return g.shfl(v, 0);
}
template <class G, class T, class F> __device__ inline T reduce(const G &g, T v, F f) {
  for (unsigned int by = g.size() / 2; by > 0; by /= 2) { T other = g.shfl_xor(v, by); v = f(v, other); }
  return v;
}
template <class G, class T, class F> __device__ inline T inclusive_scan(const G &g, T v, F f) {
  for (unsigned int by = 1; by < g.size(); by *= 2) { T other = g.shfl_up(v, by); if (g.thread_rank() >= by) v = f(other, v); }
  return v;
}
template <class G, class T> __device__ inline T inclusive_scan(const G &g, T v) { return inclusive_scan(g, v, plus<T>()); }
template <class G, class T> __device__ inline T exclusive_scan(const G &g, T v) {
  T all = inclusive_scan(g, v, plus<T>());
  T before = g.shfl_up(all, 1);
  return g.thread_rank() == 0 ? T() : before;
}
template <class G, class T, class F> __device__ inline T exclusive_scan(const G &g, T v, F f) {
  T all = inclusive_scan(g, v, f);
  T before = g.shfl_up(all, 1);
  return g.thread_rank() == 0 ? T() : before;
}
// One thread of the group does it.
template <class G, class F, class... A> __device__ inline void invoke_one(const G &g, F &&f, A &&...a) { if (g.thread_rank() == 0) f(static_cast<A &&>(a)...); }
template <class G, class F, class... A> __device__ inline auto invoke_one_broadcast(const G &g, F &&f, A &&...a) -> decltype(f(static_cast<A &&>(a)...)) {
  decltype(f(static_cast<A &&>(a)...)) r{};
  if (g.thread_rank() == 0) r = f(static_cast<A &&>(a)...);
  return g.shfl(r, 0);
}
template <class G, class T> __device__ inline void memcpy_async(const G &g, T *to, const T *from, unsigned long bytes) {
  for (unsigned long i = g.thread_rank(); i < bytes / sizeof(T); i += g.size()) to[i] = from[i];
}
template <class G> __device__ inline void wait(const G &g) { g.sync(); }
}
