// Halves between lanes, algorithms of Thrust that look at other data, CUB's allocator.
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/extrema.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
struct Odd { __host__ __device__ bool operator()(int x) const { return x & 1; } };
cub::CachingDeviceAllocator g_allocator(true);
__global__ void k(float *o) { __half h = __half((float)threadIdx.x); __half2 h2 = __half2(h, h); __nv_bfloat16 b = __float2bfloat16((float)threadIdx.x); o[threadIdx.x] = __half2float(__shfl_xor_sync(~0u, h, 1)) + 100 * __high2float(__shfl_down_sync(~0u, h2, 2)) + 1e4f * __bfloat162float(__shfl_sync(~0u, b, 3)); }
int main() { float *o; cudaMallocManaged(&o, 128); k<<<1, 32>>>(o); cudaDeviceSynchronize(); printf("%g %g\n", o[0], o[5]);
 int *d; g_allocator.DeviceAllocate((void **)&d, 40); g_allocator.DeviceFree(d);
 thrust::device_vector<int> v(6), s(6); for (int i = 0; i < 6; i++) { v[i] = 10 - i; s[i] = i; }
 auto m = thrust::minmax_element(v.begin(), v.end(), thrust::greater<int>()); printf("%d %d\n", (int)(m.first - v.begin()), (int)(m.second - v.begin()));
 thrust::replace_if(thrust::device, v.begin(), v.end(), s.begin(), Odd(), -1); auto e = thrust::remove_if(thrust::device, v.begin(), v.end(), s.begin(), Odd()); printf("%d: %d %d %d\n", (int)(e - v.begin()), (int)v[0], (int)v[1], (int)v[2]); }
