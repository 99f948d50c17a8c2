// Arrays, textures and surfaces by objects: an object is the address of what is known of it, in the device's memory; a fetch is loads and arithmetic, as the programming
// guide has it (weights of filters have 8 bits behind the point).
#pragma once
typedef int cudaChannelFormatKind;
struct cudaChannelFormatDesc { int x, y, z, w; cudaChannelFormatKind f; };
struct cudaArray { char *data; size_t width, height, depth, pitch; struct cudaChannelFormatDesc desc; unsigned int flags; };
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
enum cudaTextureAddressMode { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaResourceType { cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear, cudaResourceTypePitch2D };
struct cudaResourceDesc {
  enum cudaResourceType resType;
  union {
    struct { cudaArray_t array; } array;
    struct { void *devPtr; struct cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
    struct { void *devPtr; struct cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
  } res;
};
struct cudaTextureDesc {
  enum cudaTextureAddressMode addressMode[3];
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization, seamlessCubemap;
};
struct cudaResourceViewDesc { int format; size_t width, height, depth; unsigned int firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer; };
#define cudaTextureType1D 1
#define cudaTextureType2D 2
#define cudaTextureType3D 3
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC
#define cudaSurfaceType1D 1
#define cudaSurfaceType2D 2
#define cudaSurfaceType3D 3
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC
#ifndef cudaArrayDefault
#define cudaArrayDefault 0
#endif
#ifndef cudaArraySurfaceLoadStore
#define cudaArraySurfaceLoadStore 2
#endif
#ifndef cudaArrayCubemap
#define cudaArrayCubemap 4
#endif
#ifndef cudaArrayLayered
#define cudaArrayLayered 1
#endif
struct __cufort_texture {
  char *data;
  long width, height, depth, pitch;
  int kind, bits, bytes;
  struct cudaTextureDesc how;
};
static inline int __cufort_bytes(struct cudaChannelFormatDesc d) { return (d.x + d.y + d.z + d.w) / 8; }
static inline struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, int f) { cudaChannelFormatDesc d = {x, y, z, w, f}; return d; }
template <class T> struct __cufort_channels { typedef T type; static constexpr int n = 1; };
#define __CUFORT_CHANNELS__(T, E, k) template <> struct __cufort_channels<T##k> { typedef E type; static constexpr int n = k; };
#define __CUFORT_ALL_CHANNELS__(T, E) __CUFORT_CHANNELS__(T, E, 1) __CUFORT_CHANNELS__(T, E, 2) __CUFORT_CHANNELS__(T, E, 4)
__CUFORT_ALL_CHANNELS__(float, float)
__CUFORT_ALL_CHANNELS__(int, int)
__CUFORT_ALL_CHANNELS__(uint, unsigned int)
__CUFORT_ALL_CHANNELS__(short, short)
__CUFORT_ALL_CHANNELS__(ushort, unsigned short)
__CUFORT_ALL_CHANNELS__(char, signed char)
__CUFORT_ALL_CHANNELS__(uchar, unsigned char)
template <class T> inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  typedef typename __cufort_channels<T>::type E;
  constexpr int n = __cufort_channels<T>::n, bits = 8 * (int)sizeof(E);
  cudaChannelFormatDesc d = {bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0, E(0.5f) != E(0) ? 2 : E(-1) < E(0) ? 0 : 1};
  return d;
}
static inline cudaError_t cudaMalloc3DArray(cudaArray_t *to, const cudaChannelFormatDesc *d, cudaExtent e, unsigned int flags = 0) {
  if (!to || !d || e.width == 0 || __cufort_bytes(*d) == 0) return cudaErrorInvalidValue;
  cudaArray_t a = (cudaArray_t)malloc(sizeof(cudaArray));
  a->width = e.width;
  a->height = e.height;
  a->depth = e.depth;
  a->pitch = e.width * __cufort_bytes(*d);
  a->desc = *d;
  a->flags = flags;
  cudaError_t code = __cufort_malloc((void **)&a->data, a->pitch * (e.height ? e.height : 1) * (e.depth ? e.depth : 1));
  if (code != cudaSuccess) free(a);
  else *to = a;
  return code;
}
static inline cudaError_t cudaMallocArray(cudaArray_t *to, const cudaChannelFormatDesc *d, size_t width, size_t height = 0, unsigned int flags = 0) {
  return cudaMalloc3DArray(to, d, make_cudaExtent(width, height, 0), flags);
}
static inline cudaError_t cudaFreeArray(cudaArray_t a) {
  if (!a) return cudaSuccess;
  cudaError_t code = cudaFree(a->data);
  free(a);
  return code;
}
static inline cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *d, cudaExtent *e, unsigned int *flags, cudaArray_t a) {
  if (d) *d = a->desc;
  if (e) *e = make_cudaExtent(a->width, a->height, a->depth);
  if (flags) *flags = a->flags;
  return cudaSuccess;
}
static inline cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *d, cudaArray_const_t a) { *d = a->desc; return cudaSuccess; }
// Offsets along a row are in bytes.
static inline cudaError_t cudaMemcpy2DToArray(cudaArray_t a, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, int kind) {
  if (x + width > a->pitch || y + height > (a->height ? a->height : 1)) return cudaErrorInvalidValue;
  return cudaMemcpy2D(a->data + y * a->pitch + x, a->pitch, from, pitch, width, height, kind);
}
static inline cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t a, size_t x, size_t y, size_t width, size_t height, int kind) {
  if (x + width > a->pitch || y + height > (a->height ? a->height : 1)) return cudaErrorInvalidValue;
  return cudaMemcpy2D(to, pitch, a->data + y * a->pitch + x, a->pitch, width, height, kind);
}
static inline cudaError_t cudaMemcpyToArray(cudaArray_t a, size_t x, size_t y, const void *from, size_t n, int kind) { return __cufort_memcpy(a->data + y * a->pitch + x, from, n, kind); }
static inline cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t a, size_t x, size_t y, size_t n, int kind) { return __cufort_memcpy(to, a->data + y * a->pitch + x, n, kind); }
static inline cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t a, size_t x, size_t y, const void *from, size_t pitch, size_t width, size_t height, int kind, cudaStream_t s = 0) {
  cudaStreamSynchronize(s);
  return cudaMemcpy2DToArray(a, x, y, from, pitch, width, height, kind);
}
static inline cudaMemcpy3DParms __cufort_without_arrays(const cudaMemcpy3DParms *p) {
  cudaMemcpy3DParms box = *p;
  cudaArray_t of = p->srcArray ? p->srcArray : p->dstArray, from = p->srcArray, to = p->dstArray;
  size_t each = of ? __cufort_bytes(of->desc) : 1;
  if (from) {
    box.srcPtr = make_cudaPitchedPtr(from->data, from->pitch, from->pitch, from->height ? from->height : 1);
    box.srcPos.x *= each;
  }
  if (to) {
    box.dstPtr = make_cudaPitchedPtr(to->data, to->pitch, to->pitch, to->height ? to->height : 1);
    box.dstPos.x *= each;
  }
  box.srcArray = box.dstArray = 0;
  box.extent.width *= each;
  return box;
}
static inline cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p) {
  cudaMemcpy3DParms box = __cufort_without_arrays(p);
  return __CUFORT_RUN__(cudaMemcpy3D, (void *)&box);
}
static inline cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t s = 0) {
  cudaMemcpy3DParms box = __cufort_without_arrays(p);
  return __CUFORT_RUN__(cudaMemcpy3DAsync, (void *)&box, (long)s);
}
// What a fetch has to know of the memory that a texture or surface shows.
static inline cudaError_t __cufort_describe(__cufort_texture *t, const cudaResourceDesc *r, const cudaTextureDesc *how) {
  cudaChannelFormatDesc d;
  memset(t, 0, sizeof *t);
  switch (r->resType) {
    case cudaResourceTypeArray: {
      cudaArray_t a = r->res.array.array;
      if (!a) return cudaErrorInvalidValue;
      d = a->desc;
      t->data = a->data;
      t->width = a->width;
      t->height = a->height;
      t->depth = a->depth;
      t->pitch = a->pitch;
      break;
    }
    case cudaResourceTypeLinear:
      d = r->res.linear.desc;
      t->data = (char *)r->res.linear.devPtr;
      if (__cufort_bytes(d) == 0) return cudaErrorInvalidValue;
      t->width = r->res.linear.sizeInBytes / __cufort_bytes(d);
      t->pitch = r->res.linear.sizeInBytes;
      break;
    case cudaResourceTypePitch2D:
      d = r->res.pitch2D.desc;
      t->data = (char *)r->res.pitch2D.devPtr;
      t->width = r->res.pitch2D.width;
      t->height = r->res.pitch2D.height;
      t->pitch = r->res.pitch2D.pitchInBytes;
      break;
    default: return cudaErrorNotSupported;
  }
  t->kind = d.f;
  t->bits = d.x;
  t->bytes = __cufort_bytes(d);
  if (how) t->how = *how;
  return t->bytes == 0 || !t->data ? cudaErrorInvalidValue : cudaSuccess;
}
static inline cudaError_t cudaCreateTextureObject(cudaTextureObject_t *to, const cudaResourceDesc *r, const cudaTextureDesc *how, const cudaResourceViewDesc *) {
  __cufort_texture t;
  if (!to || !r) return cudaErrorInvalidValue;
  cudaError_t e = __cufort_describe(&t, r, how);
  if (e != cudaSuccess) return e;
  void *there;
  e = __cufort_malloc(&there, sizeof t);
  if (e == cudaSuccess) e = __cufort_memcpy(there, &t, sizeof t, 1);
  *to = (cudaTextureObject_t)there;
  return e;
}
static inline cudaError_t cudaDestroyTextureObject(cudaTextureObject_t t) { return cudaFree((void *)t); }
static inline cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *to, const cudaResourceDesc *r) { return cudaCreateTextureObject(to, r, nullptr, nullptr); }
static inline cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t t) { return cudaFree((void *)t); }

// One channel of a texel, as the fetch gives it: bits, or a fraction of the greatest.
template <class E> __device__ inline E __cufort_channel(const __cufort_texture *t, const char *at, int c) {
  if (t->kind == 2) return t->bits == 32 ? (E)((const float *)at)[c] : (E)(float)((const __half_base *)at)[c];
  int v = t->bits == 8 ? (t->kind ? ((const unsigned char *)at)[c] : ((const signed char *)at)[c]) : t->bits == 16 ? (t->kind ? ((const unsigned short *)at)[c] : ((const short *)at)[c]) : ((const int *)at)[c];
  if (t->how.readMode == cudaReadModeNormalizedFloat && t->bits < 32) {
    float most = t->bits == 8 ? (t->kind ? 255.0f : 127.0f) : t->kind ? 65535.0f : 32767.0f;
    return (E)fmaxf(v / most, -1.0f);
  }
  return (E)v;
}
template <class T> __device__ inline T __cufort_texel(const __cufort_texture *t, long x, long y, long z) {
  typedef typename __cufort_channels<T>::type E;
  T r;
  E *to = (E *)&r;
  bool none = x < 0 || x >= t->width || y < 0 || (y > 0 && y >= t->height) || z < 0 || (z > 0 && z >= t->depth);
  const char *at = t->data + (none ? 0 : x * t->bytes + (y + z * t->height) * t->pitch);
  for (int c = 0; c < __cufort_channels<T>::n; c++) to[c] = none ? (E)t->how.borderColor[c] : __cufort_channel<E>(t, at, c);
  return r;
}
__device__ inline float __cufort_scaled(const __cufort_texture *t, float x, long n, int axis) {
  if (!t->how.normalizedCoords) return x;
  if (t->how.addressMode[axis] == cudaAddressModeWrap) x -= floorf(x);
  if (t->how.addressMode[axis] == cudaAddressModeMirror) { float f = floorf(x); x = ((long)f & 1) ? 1.0f - (x - f) : x - f; }
  return x * n;
}
__device__ inline long __cufort_index(const __cufort_texture *t, long i, long n, int axis) {
  cudaTextureAddressMode m = t->how.addressMode[axis];
  if (m == cudaAddressModeBorder) return i;
  if (m == cudaAddressModeWrap && t->how.normalizedCoords) { i %= n; return i < 0 ? i + n : i; }
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}
__device__ inline float __cufort_weight(float x) { return rintf((x - floorf(x)) * 256.0f) / 256.0f; }
// Of a corner of a square: products of weights have 8 bits after the point, too, as GPUs have them (measured on an H200).
__device__ inline float __cufort_corner(bool right, bool upper, float x, float y) {
  float both = rintf(x * y * 256.0f) / 256.0f;
  if (right) return upper ? both : x - both;
  return upper ? y - both : 1.0f - x - y + both;
}
template <class T> __device__ inline void __cufort_add(T &sum, const T &x, float w) {
  typedef typename __cufort_channels<T>::type E;
  for (int c = 0; c < __cufort_channels<T>::n; c++) ((E *)&sum)[c] = (E)(((E *)&sum)[c] + w * ((const E *)&x)[c]);
}
template <class T> __device__ inline T __cufort_fetch(const __cufort_texture *t, float x, float y, float z, int axes, long layer) {
  float a[3] = {x, y, z};
  long n[3] = {t->width, t->height, t->depth}, i[3] = {0, 0, 0}, j[3] = {0, 0, layer};
  float w[3] = {0, 0, 0};
  if (axes < 3) i[2] = layer;
  bool isLinear = t->how.filterMode == cudaFilterModeLinear;
  for (int k = 0; k < axes; k++) {
    float p = __cufort_scaled(t, a[k], n[k], k) - (isLinear ? 0.5f : 0.0f);
    long first = (long)floorf(p);
    i[k] = __cufort_index(t, first, n[k], k);
    j[k] = __cufort_index(t, first + 1, n[k], k);
    w[k] = __cufort_weight(p);
  }
  if (!isLinear) return __cufort_texel<T>(t, i[0], i[1], i[2]);
  T sum = T();
  for (int corner = 0; corner < (1 << axes); corner++) {
    float weight = __cufort_corner(corner & 1, corner >> 1 & 1, w[0], w[1]);
    if (axes == 3) weight *= corner & 4 ? w[2] : 1.0f - w[2];
    __cufort_add(sum, __cufort_texel<T>(t, corner & 1 ? j[0] : i[0], corner & 2 ? j[1] : i[1], corner & 4 ? j[2] : i[2]), weight);
  }
  return sum;
}
#define __CUFORT_TEXTURE__(t) ((const __cufort_texture *)(t))
template <class T> __device__ inline T tex1Dfetch(cudaTextureObject_t t, int x) { return __cufort_texel<T>(__CUFORT_TEXTURE__(t), x, 0, 0); }
template <class T> __device__ inline T tex1D(cudaTextureObject_t t, float x) { return __cufort_fetch<T>(__CUFORT_TEXTURE__(t), x, 0, 0, 1, 0); }
template <class T> __device__ inline T tex2D(cudaTextureObject_t t, float x, float y) { return __cufort_fetch<T>(__CUFORT_TEXTURE__(t), x, y, 0, 2, 0); }
template <class T> __device__ inline T tex3D(cudaTextureObject_t t, float x, float y, float z) { return __cufort_fetch<T>(__CUFORT_TEXTURE__(t), x, y, z, 3, 0); }
template <class T> __device__ inline T tex2DLayered(cudaTextureObject_t t, float x, float y, int layer) { return __cufort_fetch<T>(__CUFORT_TEXTURE__(t), x, y, 0, 2, layer); }
// The face that a direction meets is a layer: x, -x, y, -y, z, -z.
template <class T> __device__ inline T __cufort_cube(const __cufort_texture *t, float x, float y, float z, long first) {
  float a = fabsf(x), b = fabsf(y), c = fabsf(z), u, v, most;
  int face;
  if (a >= b && a >= c) { face = x < 0; most = a; u = x < 0 ? z : -z; v = -y; }
  else if (b >= c) { face = 2 + (y < 0); most = b; u = x; v = y < 0 ? -z : z; }
  else { face = 4 + (z < 0); most = c; u = z < 0 ? -x : x; v = -y; }
  return __cufort_fetch<T>(t, (u / most + 1.0f) / 2.0f, (v / most + 1.0f) / 2.0f, 0, 2, first + face);
}
template <class T> __device__ inline T texCubemap(cudaTextureObject_t t, float x, float y, float z) { return __cufort_cube<T>(__CUFORT_TEXTURE__(t), x, y, z, 0); }
template <class T> __device__ inline T texCubemapLayered(cudaTextureObject_t t, float x, float y, float z, int layer) { return __cufort_cube<T>(__CUFORT_TEXTURE__(t), x, y, z, 6L * layer); }
template <class T> __device__ inline T tex1DLayered(cudaTextureObject_t t, float x, int layer) { return __cufort_fetch<T>(__CUFORT_TEXTURE__(t), x, 0, 0, 1, layer); }
template <class T> __device__ inline T tex2DLod(cudaTextureObject_t t, float x, float y, float) { return tex2D<T>(t, x, y); }
template <class T> __device__ inline void tex1Dfetch(T *to, cudaTextureObject_t t, int x) { *to = tex1Dfetch<T>(t, x); }
template <class T> __device__ inline void tex2D(T *to, cudaTextureObject_t t, float x, float y) { *to = tex2D<T>(t, x, y); }
template <class T> __device__ inline void tex3D(T *to, cudaTextureObject_t t, float x, float y, float z) { *to = tex3D<T>(t, x, y, z); }
// Surfaces: x in bytes; what lies outside is left alone, and reads as zero.
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
__device__ inline char *__cufort_surface(cudaSurfaceObject_t s, long x, long y, long z, long n) {
  const __cufort_texture *t = __CUFORT_TEXTURE__(s);
  bool none = x < 0 || x + n > t->width * t->bytes || y < 0 || (y > 0 && y >= t->height) || z < 0 || (z > 0 && z >= t->depth);
  return none ? nullptr : t->data + x + (y + z * t->height) * t->pitch;
}
template <class T> __device__ inline T surf1Dread(cudaSurfaceObject_t s, int x, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { char *p = __cufort_surface(s, x, 0, 0, sizeof(T)); return p ? *(T *)p : T(); }
template <class T> __device__ inline T surf2Dread(cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { char *p = __cufort_surface(s, x, y, 0, sizeof(T)); return p ? *(T *)p : T(); }
template <class T> __device__ inline T surf3Dread(cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { char *p = __cufort_surface(s, x, y, z, sizeof(T)); return p ? *(T *)p : T(); }
template <class T> __device__ inline void surf2Dread(T *to, cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { *to = surf2Dread<T>(s, x, y); }
template <class T> __device__ inline void surf1Dwrite(T v, cudaSurfaceObject_t s, int x, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { char *p = __cufort_surface(s, x, 0, 0, sizeof(T)); if (p) *(T *)p = v; }
template <class T> __device__ inline void surf2Dwrite(T v, cudaSurfaceObject_t s, int x, int y, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { char *p = __cufort_surface(s, x, y, 0, sizeof(T)); if (p) *(T *)p = v; }
template <class T> __device__ inline void surf3Dwrite(T v, cudaSurfaceObject_t s, int x, int y, int z, cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) { char *p = __cufort_surface(s, x, y, z, sizeof(T)); if (p) *(T *)p = v; }
