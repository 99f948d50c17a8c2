// Descriptors of Fortran's arrays (F2018 18.5), as our compiler lays them out (front/fortran/layout.ts).
#pragma once
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define CFI_VERSION 1
#define CFI_MAX_RANK 15
typedef ptrdiff_t CFI_index_t;
typedef signed char CFI_rank_t;
typedef signed char CFI_attribute_t;
typedef short CFI_type_t;
typedef struct CFI_dim_t { CFI_index_t lower_bound, extent, sm; } CFI_dim_t;
#define __CFI_HEAD void *base_addr; size_t elem_len; void *__type; CFI_rank_t rank; CFI_attribute_t attribute; CFI_type_t type; int version
typedef struct CFI_cdesc_t { __CFI_HEAD; CFI_dim_t dim[]; } CFI_cdesc_t;
#define CFI_CDESC_T(r) struct { __CFI_HEAD; CFI_dim_t dim[(r) > 0 ? (r) : 1]; }

#define CFI_attribute_pointer 0
#define CFI_attribute_allocatable 1
#define CFI_attribute_other 2

#define __CFI_integer(t) (1 + (sizeof(t) << 8))
#define CFI_type_signed_char __CFI_integer(signed char)
#define CFI_type_short __CFI_integer(short)
#define CFI_type_int __CFI_integer(int)
#define CFI_type_long __CFI_integer(long)
#define CFI_type_long_long __CFI_integer(long long)
#define CFI_type_size_t __CFI_integer(size_t)
#define CFI_type_ptrdiff_t __CFI_integer(ptrdiff_t)
#define CFI_type_intptr_t __CFI_integer(long)
#define CFI_type_intmax_t __CFI_integer(long)
#define CFI_type_int8_t __CFI_integer(signed char)
#define CFI_type_int16_t __CFI_integer(short)
#define CFI_type_int32_t __CFI_integer(int)
#define CFI_type_int64_t __CFI_integer(long)
#define CFI_type_int_least8_t CFI_type_int8_t
#define CFI_type_int_least16_t CFI_type_int16_t
#define CFI_type_int_least32_t CFI_type_int32_t
#define CFI_type_int_least64_t CFI_type_int64_t
#define CFI_type_int_fast8_t CFI_type_int8_t
#define CFI_type_int_fast16_t CFI_type_int64_t
#define CFI_type_int_fast32_t CFI_type_int64_t
#define CFI_type_int_fast64_t CFI_type_int64_t
#define CFI_type_Bool (2 + (1 << 8))
#define CFI_type_float (3 + (4 << 8))
#define CFI_type_double (3 + (8 << 8))
#define CFI_type_long_double (3 + (sizeof(long double) << 8))
#define CFI_type_float_Complex (4 + (8 << 8))
#define CFI_type_double_Complex (4 + (16 << 8))
#define CFI_type_long_double_Complex (4 + (2 * sizeof(long double) << 8))
#define CFI_type_char (5 + (1 << 8))
#define CFI_type_ucs4_char (5 + (4 << 8))
#define CFI_type_struct 6
#define CFI_type_cptr 7
#define CFI_type_cfunptr 8
#define CFI_type_other (-1)
// Of types that Fortran has not here.
#define CFI_type_int128_t (-2)
#define CFI_type_int_least128_t (-2)
#define CFI_type_int_fast128_t (-2)
#define CFI_type_float128 (-2)
#define CFI_type_float128_Complex (-2)

#define CFI_SUCCESS 0
#define CFI_ERROR_BASE_ADDR_NULL 1
#define CFI_ERROR_BASE_ADDR_NOT_NULL 2
#define CFI_INVALID_ELEM_LEN 3
#define CFI_INVALID_RANK 4
#define CFI_INVALID_TYPE 5
#define CFI_INVALID_ATTRIBUTE 6
#define CFI_INVALID_EXTENT 7
#define CFI_INVALID_DESCRIPTOR 8
#define CFI_ERROR_MEM_ALLOCATION 9
#define CFI_ERROR_OUT_OF_BOUNDS 10

#ifdef __cplusplus
extern "C" {
#endif

/** Bytes of a type that says them itself; 0 of characters, structures and others, whose caller does. */
static inline size_t __CFI_length(CFI_type_t type, size_t given) {
  int base = type & 255;
  if (type < 0 || base == 5 || base == 6) return given;
  return base > 6 ? sizeof(void *) : (size_t)(type >> 8);
}

static inline void *CFI_address(const CFI_cdesc_t *dv, const CFI_index_t subscripts[]) {
  char *at = (char *)dv->base_addr;
  for (int k = 0; k < dv->rank; k++) at += (subscripts[k] - dv->dim[k].lower_bound) * dv->dim[k].sm;
  return at;
}

static inline int CFI_allocate(CFI_cdesc_t *dv, const CFI_index_t lower_bounds[], const CFI_index_t upper_bounds[], size_t elem_len) {
  if (!dv) return CFI_INVALID_DESCRIPTOR;
  if (dv->attribute != CFI_attribute_allocatable && dv->attribute != CFI_attribute_pointer) return CFI_INVALID_ATTRIBUTE;
  if (dv->base_addr) return CFI_ERROR_BASE_ADDR_NOT_NULL;
  if ((dv->type & 255) == 5) dv->elem_len = elem_len;
  size_t bytes = dv->elem_len;
  for (int k = 0; k < dv->rank; k++) {
    CFI_index_t extent = upper_bounds[k] - lower_bounds[k] + 1;
    if (extent < 0) extent = 0;
    dv->dim[k].lower_bound = lower_bounds[k];
    dv->dim[k].extent = extent;
    dv->dim[k].sm = (CFI_index_t)bytes;
    bytes *= (size_t)extent;
  }
  dv->base_addr = malloc(bytes ? bytes : 1);
  return dv->base_addr ? CFI_SUCCESS : CFI_ERROR_MEM_ALLOCATION;
}

static inline int CFI_deallocate(CFI_cdesc_t *dv) {
  if (!dv) return CFI_INVALID_DESCRIPTOR;
  if (dv->attribute != CFI_attribute_allocatable && dv->attribute != CFI_attribute_pointer) return CFI_INVALID_ATTRIBUTE;
  if (!dv->base_addr) return CFI_ERROR_BASE_ADDR_NULL;
  free(dv->base_addr);
  dv->base_addr = 0;
  return CFI_SUCCESS;
}

static inline int CFI_establish(CFI_cdesc_t *dv, void *base_addr, CFI_attribute_t attribute, CFI_type_t type, size_t elem_len, CFI_rank_t rank, const CFI_index_t extents[]) {
  if (!dv) return CFI_INVALID_DESCRIPTOR;
  if (rank < 0 || rank > CFI_MAX_RANK) return CFI_INVALID_RANK;
  if (attribute < CFI_attribute_pointer || attribute > CFI_attribute_other) return CFI_INVALID_ATTRIBUTE;
  if (attribute == CFI_attribute_allocatable && base_addr) return CFI_ERROR_BASE_ADDR_NOT_NULL;
  dv->base_addr = base_addr;
  dv->elem_len = __CFI_length(type, elem_len);
  dv->__type = 0;
  dv->rank = rank;
  dv->attribute = attribute;
  dv->type = type;
  dv->version = CFI_VERSION;
  size_t bytes = dv->elem_len;
  for (int k = 0; base_addr && k < rank; k++) {
    if (extents[k] < 0) return CFI_INVALID_EXTENT;
    dv->dim[k].lower_bound = 0;
    dv->dim[k].extent = extents[k];
    dv->dim[k].sm = (CFI_index_t)bytes;
    bytes *= (size_t)extents[k];
  }
  return CFI_SUCCESS;
}

static inline int CFI_is_contiguous(const CFI_cdesc_t *dv) {
  CFI_index_t bytes = (CFI_index_t)dv->elem_len;
  if (!dv->base_addr) return 0;
  for (int k = 0; k < dv->rank; k++) {
    if (dv->dim[k].extent != 1 && dv->dim[k].sm != bytes) return 0;
    bytes *= dv->dim[k].extent;
  }
  return 1;
}

static inline int CFI_section(CFI_cdesc_t *result, const CFI_cdesc_t *source, const CFI_index_t lower_bounds[], const CFI_index_t upper_bounds[], const CFI_index_t strides[]) {
  int rank = 0;
  if (!source->base_addr) return CFI_ERROR_BASE_ADDR_NULL;
  char *base = (char *)source->base_addr;
  for (int k = 0; k < source->rank; k++) {
    CFI_dim_t d = source->dim[k];
    CFI_index_t lower = lower_bounds ? lower_bounds[k] : d.lower_bound;
    CFI_index_t upper = upper_bounds ? upper_bounds[k] : d.lower_bound + d.extent - 1;
    CFI_index_t stride = strides ? strides[k] : 1;
    CFI_index_t extent = stride ? (upper - lower + stride) / stride : 1;
    if (extent > 0 && (lower < d.lower_bound || (d.extent >= 0 && lower >= d.lower_bound + d.extent))) return CFI_ERROR_OUT_OF_BOUNDS;
    base += (lower - d.lower_bound) * d.sm;
    if (!stride) continue;
    if (rank >= result->rank) return CFI_INVALID_RANK;
    result->dim[rank].lower_bound = 0;
    result->dim[rank].extent = extent > 0 ? extent : 0;
    result->dim[rank].sm = d.sm * stride;
    rank++;
  }
  if (rank != result->rank) return CFI_INVALID_RANK;
  result->base_addr = base;
  result->elem_len = source->elem_len;
  result->__type = source->__type;
  return CFI_SUCCESS;
}

static inline int CFI_select_part(CFI_cdesc_t *result, const CFI_cdesc_t *source, size_t displacement, size_t elem_len) {
  if (!source->base_addr) return CFI_ERROR_BASE_ADDR_NULL;
  if (result->rank != source->rank) return CFI_INVALID_RANK;
  result->base_addr = (char *)source->base_addr + displacement;
  result->elem_len = __CFI_length(result->type, elem_len);
  for (int k = 0; k < source->rank; k++) {
    result->dim[k] = source->dim[k];
    result->dim[k].lower_bound = 0;
  }
  return CFI_SUCCESS;
}

static inline int CFI_setpointer(CFI_cdesc_t *result, CFI_cdesc_t *source, const CFI_index_t lower_bounds[]) {
  if (result->attribute != CFI_attribute_pointer) return CFI_INVALID_ATTRIBUTE;
  result->base_addr = source ? source->base_addr : 0;
  if (!source) return CFI_SUCCESS;
  if (result->rank != source->rank) return CFI_INVALID_RANK;
  result->elem_len = source->elem_len;
  result->__type = source->__type;
  for (int k = 0; k < source->rank; k++) {
    result->dim[k] = source->dim[k];
    if (lower_bounds) result->dim[k].lower_bound = lower_bounds[k];
  }
  return CFI_SUCCESS;
}

#ifdef __cplusplus
}
#endif
