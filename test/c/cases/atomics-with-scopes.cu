// Atomic functions with an order and a scope, of all sizes.
#include <cstdio>
template <class T> __global__ void changes(T *p, T *first) {
  int i = threadIdx.x;
  __nv_atomic_fetch_add(&p[0], (T)1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_sub(&p[1], 1, __NV_ATOMIC_ACQ_REL);
  __nv_atomic_max(&p[2], (T)(i % 100), __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_min(&p[3], (T)(100 - i % 100), __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_or(&p[4], (T)(1 << i % 7), __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_fetch_xor(&p[5], (T)i, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
  T old = __nv_atomic_load_n(&p[6], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
  while (!__nv_atomic_compare_exchange_n(&p[6], &old, (T)(old + 2), true, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE));
  if (i == 0) { *first = __nv_atomic_exchange_n(&p[7], (T)5, __NV_ATOMIC_RELAXED); __nv_atomic_store_n(&p[8], 3, __NV_ATOMIC_RELEASE); }
}
template <class T> void tell() {
  T *p;
  cudaMallocManaged(&p, 16 * sizeof(T));
  for (int i = 0; i < 10; i++) p[i] = i == 3 || i == 1 ? 100 : 0;
  changes<T><<<1, 64>>>(p, p + 9);
  cudaDeviceSynchronize();
  for (int i = 0; i < 10; i++) printf("%d ", (int)p[i]);
  printf("\n");
}
int main() { tell<int>(); tell<unsigned int>(); tell<long long>(); tell<unsigned long>(); tell<short>(); tell<unsigned char>(); }
