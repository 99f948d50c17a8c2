// Textures and surfaces by references, as CUDA had them before its version 12: variables of the whole program. Each has a twin on the device, with what is bound to it.
#pragma once
struct __cufort_reference {
  void *__cufort_twin;
  __cufort_texture __cufort_now;
};
static inline void __cufort_has_twin(void *object, void *twin) { ((__cufort_reference *)object)->__cufort_twin = twin; }
struct textureReference : __cufort_reference {
  int normalized;
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureAddressMode addressMode[3];
  struct cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  enum cudaTextureReadMode __cufort_mode;
};
struct surfaceReference : __cufort_reference {
  struct cudaChannelFormatDesc channelDesc;
};
template <class T, int dim = cudaTextureType1D, enum cudaTextureReadMode mode = cudaReadModeElementType> struct texture : textureReference {
  texture(int isNormalized, enum cudaTextureFilterMode filter, enum cudaTextureAddressMode address, struct cudaChannelFormatDesc desc) {
    normalized = isNormalized;
    filterMode = filter;
    for (int i = 0; i < 3; i++) addressMode[i] = address;
    channelDesc = desc;
    __cufort_mode = mode;
  }
  texture(int isNormalized = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint, enum cudaTextureAddressMode address = cudaAddressModeClamp)
      : texture(isNormalized, filter, address, cudaCreateChannelDesc<T>()) {}
};
template <class T, int dim = cudaTextureType1D> struct surface : surfaceReference {};

// ---- binding ----
static inline cudaError_t __cufort_tell_twin(const __cufort_reference *r) {
  char *there = (char *)r->__cufort_twin + ((const char *)&r->__cufort_now - (const char *)r);
  return __cufort_memcpy(there, &r->__cufort_now, sizeof r->__cufort_now, 1);
}
static inline cudaError_t __cufort_bind(const textureReference *r, const cudaResourceDesc *memory) {
  textureReference *t = (textureReference *)r;
  cudaTextureDesc how;
  memset(&how, 0, sizeof how);
  for (int i = 0; i < 3; i++) how.addressMode[i] = r->addressMode[i];
  how.filterMode = r->filterMode;
  how.readMode = r->__cufort_mode;
  how.normalizedCoords = r->normalized;
  cudaError_t e = __cufort_describe(&t->__cufort_now, memory, &how);
  return e == cudaSuccess ? __cufort_tell_twin(t) : e;
}
static inline cudaError_t cudaUnbindTexture(const textureReference *r) {
  memset((void *)&r->__cufort_now, 0, sizeof r->__cufort_now);
  return __cufort_tell_twin(r);
}
static inline cudaError_t cudaUnbindTexture(const textureReference &r) { return cudaUnbindTexture(&r); }
static inline cudaError_t cudaBindTexture(size_t *offset, const textureReference *r, const void *memory, const cudaChannelFormatDesc *desc, size_t size = 0xffffffffu) {
  cudaResourceDesc d;
  memset(&d, 0, sizeof d);
  d.resType = cudaResourceTypeLinear;
  d.res.linear.devPtr = (void *)memory;
  d.res.linear.desc = *desc;
  d.res.linear.sizeInBytes = size;
  if (offset) *offset = 0;
  return __cufort_bind(r, &d);
}
static inline cudaError_t cudaBindTexture(size_t *offset, const textureReference &r, const void *memory, const cudaChannelFormatDesc &desc, size_t size = 0xffffffffu) {
  return cudaBindTexture(offset, &r, memory, &desc, size);
}
static inline cudaError_t cudaBindTexture(size_t *offset, const textureReference &r, const void *memory, size_t size = 0xffffffffu) {
  return cudaBindTexture(offset, &r, memory, &r.channelDesc, size);
}
static inline cudaError_t cudaBindTexture2D(size_t *offset, const textureReference *r, const void *memory, const cudaChannelFormatDesc *desc, size_t width, size_t height, size_t pitch) {
  cudaResourceDesc d;
  memset(&d, 0, sizeof d);
  d.resType = cudaResourceTypePitch2D;
  d.res.pitch2D.devPtr = (void *)memory;
  d.res.pitch2D.desc = *desc;
  d.res.pitch2D.width = width;
  d.res.pitch2D.height = height;
  d.res.pitch2D.pitchInBytes = pitch;
  if (offset) *offset = 0;
  return __cufort_bind(r, &d);
}
static inline cudaError_t cudaBindTexture2D(size_t *offset, const textureReference &r, const void *memory, const cudaChannelFormatDesc &desc, size_t width, size_t height, size_t pitch) {
  return cudaBindTexture2D(offset, &r, memory, &desc, width, height, pitch);
}
static inline cudaError_t cudaBindTexture2D(size_t *offset, const textureReference &r, const void *memory, size_t width, size_t height, size_t pitch) {
  return cudaBindTexture2D(offset, &r, memory, &r.channelDesc, width, height, pitch);
}
static inline cudaError_t cudaBindTextureToArray(const textureReference *r, cudaArray_const_t a, const cudaChannelFormatDesc *) {
  cudaResourceDesc d;
  memset(&d, 0, sizeof d);
  d.resType = cudaResourceTypeArray;
  d.res.array.array = (cudaArray_t)a;
  return __cufort_bind(r, &d);
}
static inline cudaError_t cudaBindTextureToArray(const textureReference &r, cudaArray_const_t a, const cudaChannelFormatDesc &desc) { return cudaBindTextureToArray(&r, a, &desc); }
static inline cudaError_t cudaBindTextureToArray(const textureReference &r, cudaArray_const_t a) { return cudaBindTextureToArray(&r, a, nullptr); }
static inline cudaError_t cudaBindSurfaceToArray(const surfaceReference *r, cudaArray_const_t a, const cudaChannelFormatDesc *) {
  cudaResourceDesc d;
  memset(&d, 0, sizeof d);
  d.resType = cudaResourceTypeArray;
  d.res.array.array = (cudaArray_t)a;
  cudaError_t e = __cufort_describe((__cufort_texture *)&r->__cufort_now, &d, nullptr);
  return e == cudaSuccess ? __cufort_tell_twin(r) : e;
}
static inline cudaError_t cudaBindSurfaceToArray(const surfaceReference &r, cudaArray_const_t a, const cudaChannelFormatDesc &desc) { return cudaBindSurfaceToArray(&r, a, &desc); }
static inline cudaError_t cudaBindSurfaceToArray(const surfaceReference &r, cudaArray_const_t a) { return cudaBindSurfaceToArray(&r, a, nullptr); }
static inline cudaError_t cudaGetTextureReference(const textureReference **to, const void *symbol) { *to = (const textureReference *)symbol; return cudaSuccess; }
static inline cudaError_t cudaGetSurfaceReference(const surfaceReference **to, const void *symbol) { *to = (const surfaceReference *)symbol; return cudaSuccess; }
static inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const textureReference *) { *offset = 0; return cudaSuccess; }
static inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const textureReference &) { *offset = 0; return cudaSuccess; }

// ---- fetches: those of an object, of what stands in the twin ----
template <int n> struct __cufort_fractions { typedef float type; };
template <> struct __cufort_fractions<2> { typedef float2 type; };
template <> struct __cufort_fractions<4> { typedef float4 type; };
template <class T, enum cudaTextureReadMode mode> struct __cufort_read { typedef T type; };
template <class T> struct __cufort_read<T, cudaReadModeNormalizedFloat> { typedef typename __cufort_fractions<__cufort_channels<T>::n>::type type; };
#define __CUFORT_NOW__(r) ((unsigned long long)&(r).__cufort_now)
#define __CUFORT_FETCH__(name, params, ...) \
  template <class T, enum cudaTextureReadMode m> __device__ inline typename __cufort_read<T, m>::type name params { return name<typename __cufort_read<T, m>::type>(__CUFORT_NOW__(t), __VA_ARGS__); }
__CUFORT_FETCH__(tex1Dfetch, (const texture<T, cudaTextureType1D, m> &t, int x), x)
__CUFORT_FETCH__(tex1D, (const texture<T, cudaTextureType1D, m> &t, float x), x)
__CUFORT_FETCH__(tex2D, (const texture<T, cudaTextureType2D, m> &t, float x, float y), x, y)
__CUFORT_FETCH__(tex2DLod, (const texture<T, cudaTextureType2D, m> &t, float x, float y, float level), x, y, level)
__CUFORT_FETCH__(tex3D, (const texture<T, cudaTextureType3D, m> &t, float x, float y, float z), x, y, z)
__CUFORT_FETCH__(texCubemap, (const texture<T, cudaTextureTypeCubemap, m> &t, float x, float y, float z), x, y, z)
__CUFORT_FETCH__(tex1DLayered, (const texture<T, cudaTextureType1DLayered, m> &t, float x, int layer), x, layer)
__CUFORT_FETCH__(tex2DLayered, (const texture<T, cudaTextureType2DLayered, m> &t, float x, float y, int layer), x, y, layer)
__CUFORT_FETCH__(texCubemapLayered, (const texture<T, cudaTextureTypeCubemapLayered, m> &t, float x, float y, float z, int layer), x, y, z, layer)
template <class T> __device__ inline T surf1Dread(const surfaceReference &s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { return surf1Dread<T>(__CUFORT_NOW__(s), x, mode); }
template <class T> __device__ inline T surf2Dread(const surfaceReference &s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { return surf2Dread<T>(__CUFORT_NOW__(s), x, y, mode); }
template <class T> __device__ inline T surf3Dread(const surfaceReference &s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { return surf3Dread<T>(__CUFORT_NOW__(s), x, y, z, mode); }
template <class T> __device__ inline void surf2Dread(T *to, const surfaceReference &s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { *to = surf2Dread<T>(__CUFORT_NOW__(s), x, y, mode); }
template <class T> __device__ inline void surf1Dwrite(T v, const surfaceReference &s, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { surf1Dwrite(v, __CUFORT_NOW__(s), x, mode); }
template <class T> __device__ inline void surf2Dwrite(T v, const surfaceReference &s, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { surf2Dwrite(v, __CUFORT_NOW__(s), x, y, mode); }
template <class T> __device__ inline void surf3Dwrite(T v, const surfaceReference &s, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { surf3Dwrite(v, __CUFORT_NOW__(s), x, y, z, mode); }
#undef __CUFORT_FETCH__
