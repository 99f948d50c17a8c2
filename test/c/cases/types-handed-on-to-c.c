#include <ISO_Fortran_binding.h>
#include <stdio.h>

void handed_on(CFI_cdesc_t *a);
void describe(CFI_cdesc_t *a) {
  const char *t = a->type == CFI_type_int ? "int" : a->type == CFI_type_double ? "double" : a->type == CFI_type_short ? "short" : a->type == CFI_type_float_Complex ? "complex" : a->type == CFI_type_char ? "char" : a->type == CFI_type_struct ? "struct" : a->type == CFI_type_Bool ? "bool" : "?";
  printf("%s rank %d of %d bytes\n", t, a->rank, (int)a->elem_len);
}
void from_c(void) {
  double m[2] = {1, 2};
  CFI_CDESC_T(1) own;
  CFI_index_t extents[] = {2};
  CFI_establish((CFI_cdesc_t *)&own, m, CFI_attribute_other, CFI_type_double, 0, 1, extents);
  handed_on((CFI_cdesc_t *)&own);
}
