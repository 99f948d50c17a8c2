#pragma once
#define __CUFORT_VECTORS__(T, name, al2, al4) \
  typedef struct name##1 { T x; } name##1; \
  typedef struct __align__(al2) name##2 { T x, y; } name##2; \
  typedef struct name##3 { T x, y, z; } name##3; \
  typedef struct __align__(al4) name##4 { T x, y, z, w; } name##4; \
  static inline __host__ __device__ name##1 make_##name##1(T x) { name##1 v = {x}; return v; } \
  static inline __host__ __device__ name##2 make_##name##2(T x, T y) { name##2 v = {x, y}; return v; } \
  static inline __host__ __device__ name##3 make_##name##3(T x, T y, T z) { name##3 v = {x, y, z}; return v; } \
  static inline __host__ __device__ name##4 make_##name##4(T x, T y, T z, T w) { name##4 v = {x, y, z, w}; return v; }
__CUFORT_VECTORS__(signed char, char, 2, 4)
__CUFORT_VECTORS__(unsigned char, uchar, 2, 4)
__CUFORT_VECTORS__(short, short, 4, 8)
__CUFORT_VECTORS__(unsigned short, ushort, 4, 8)
__CUFORT_VECTORS__(int, int, 8, 16)
__CUFORT_VECTORS__(unsigned int, uint, 8, 16)
__CUFORT_VECTORS__(long, long, 16, 16)
__CUFORT_VECTORS__(unsigned long, ulong, 16, 16)
__CUFORT_VECTORS__(long long, longlong, 16, 16)
__CUFORT_VECTORS__(unsigned long long, ulonglong, 16, 16)
__CUFORT_VECTORS__(float, float, 8, 16)
__CUFORT_VECTORS__(double, double, 16, 16)
#ifdef __cplusplus
struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int a = 1, unsigned int b = 1, unsigned int c = 1) : x(a), y(b), z(c) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};
#else
typedef struct dim3 { unsigned int x, y, z; } dim3;
#endif
extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;
extern const int warpSize;
