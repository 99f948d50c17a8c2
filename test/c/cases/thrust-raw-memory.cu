#include <cstdio>
#include <new>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/fill.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>

// A pool of arrays of one size in memory of no type.
template <class T> class Pool {
  thrust::device_ptr<void> base;
  size_t bytes;

 public:
  Pool(unsigned size, unsigned count) : bytes((size * sizeof(T) + 511) & ~511u) { base = thrust::device_malloc(bytes * count); }
  ~Pool() { thrust::device_free(base); }
  thrust::device_ptr<T> operator[](unsigned i) const {
    return thrust::device_ptr<T>(reinterpret_cast<T *>(static_cast<char *>(base.get()) + bytes * i));
  }
};

int main() {
  Pool<float> pool(100, 3);
  for (int i = 0; i < 3; i++) thrust::fill(pool[i], pool[i] + 100, i + 0.5f);
  for (int i = 0; i < 3; i++) printf("%g\n", thrust::reduce(pool[i], pool[i] + 100));
  thrust::device_ptr<int> some = thrust::device_malloc<int>(10);
  thrust::sequence(some, some + 10, 5);
  thrust::device_ptr<void> any = some;
  printf("%d %d %d\n", (int)some[9], any == thrust::device_ptr<void>(some), (bool)any);
  thrust::device_free(some);
  try {
    thrust::device_malloc<double>(size_t(1) << 50);
  } catch (const std::bad_alloc &e) {
    printf("too much\n");
  }
}
