// Maxima and minima of three, of sums, with what won: of words, and of the halves of words (CUDA Math API, "DPX"). Sums wrap around.
#pragma once
#define __CUFORT_BOTH__ static inline __host__ __device__
#define __CUFORT_MORE__(x, y) ((x) > (y) ? (x) : (y))
#define __CUFORT_LESS__(x, y) ((x) < (y) ? (x) : (y))
// Of each half: T is its type, x, y and z are the halves of a, b and c.
#define __CUFORT_HALVES3__(name, T, expression) \
  __CUFORT_BOTH__ unsigned int name(unsigned int a, unsigned int b, unsigned int c) { \
    unsigned int r = 0; \
    for (int i = 0; i < 32; i += 16) { T x = (T)(a >> i), y = (T)(b >> i), z = (T)(c >> i); r |= (unsigned int)(unsigned short)(expression) << i; } \
    return r; \
  }
#define __CUFORT_HALVES2__(name, expression) \
  __CUFORT_BOTH__ unsigned int name(unsigned int a, unsigned int b) { \
    unsigned int r = 0; \
    for (int i = 0; i < 32; i += 16) { short x = (short)(a >> i), y = (short)(b >> i); r |= (unsigned int)(unsigned short)(expression) << i; } \
    return r; \
  }
#define __CUFORT_WORDS3__(name, T, expression) \
  __CUFORT_BOTH__ T name(T x, T y, T z) { return expression; }
// With `_relu` nothing is below 0.
#define __CUFORT_CHOICES__(two, three, sum, which) \
  __CUFORT_WORDS3__(three##_s32, int, which(which(x, y), z)) \
  __CUFORT_WORDS3__(three##_u32, unsigned int, which(which(x, y), z)) \
  __CUFORT_WORDS3__(three##_s32_relu, int, __CUFORT_MORE__(which(which(x, y), z), 0)) \
  __CUFORT_HALVES3__(three##_s16x2, short, which(which(x, y), z)) \
  __CUFORT_HALVES3__(three##_u16x2, unsigned short, which(which(x, y), z)) \
  __CUFORT_HALVES3__(three##_s16x2_relu, short, __CUFORT_MORE__(which(which(x, y), z), 0)) \
  __CUFORT_WORDS3__(sum##_s32, int, which((int)((unsigned int)x + (unsigned int)y), z)) \
  __CUFORT_WORDS3__(sum##_u32, unsigned int, which(x + y, z)) \
  __CUFORT_WORDS3__(sum##_s32_relu, int, __CUFORT_MORE__(which((int)((unsigned int)x + (unsigned int)y), z), 0)) \
  __CUFORT_HALVES3__(sum##_s16x2, short, which((short)(x + y), z)) \
  __CUFORT_HALVES3__(sum##_u16x2, unsigned short, which((unsigned short)(x + y), z)) \
  __CUFORT_HALVES3__(sum##_s16x2_relu, short, __CUFORT_MORE__(which((short)(x + y), z), 0)) \
  __CUFORT_BOTH__ int two##_s32_relu(int x, int y) { return __CUFORT_MORE__(which(x, y), 0); } \
  __CUFORT_HALVES2__(two##_s16x2_relu, __CUFORT_MORE__(which(x, y), 0))
__CUFORT_CHOICES__(__vimax, __vimax3, __viaddmax, __CUFORT_MORE__)
__CUFORT_CHOICES__(__vimin, __vimin3, __viaddmin, __CUFORT_LESS__)
// The first one wins where both are equal.
#define __CUFORT_WINNER__(name, op) \
  __CUFORT_BOTH__ int name##_s32(int a, int b, bool *first) { *first = a op b; return a op b ? a : b; } \
  __CUFORT_BOTH__ unsigned int name##_u32(unsigned int a, unsigned int b, bool *first) { *first = a op b; return a op b ? a : b; } \
  __CUFORT_WINNERS__(name##_s16x2, short, op) \
  __CUFORT_WINNERS__(name##_u16x2, unsigned short, op)
#define __CUFORT_WINNERS__(name, T, op) \
  __CUFORT_BOTH__ unsigned int name(unsigned int a, unsigned int b, bool *high, bool *low) { \
    T x = (T)(a >> 16), y = (T)(b >> 16), u = (T)a, v = (T)b; \
    *high = x op y; \
    *low = u op v; \
    return ((unsigned int)(unsigned short)(x op y ? x : y) << 16) | (unsigned short)(u op v ? u : v); \
  }
#ifdef __cplusplus
__CUFORT_WINNER__(__vibmax, >=)
__CUFORT_WINNER__(__vibmin, <=)
#endif
#undef __CUFORT_BOTH__
