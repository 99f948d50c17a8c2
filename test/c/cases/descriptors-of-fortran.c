#include <ISO_Fortran_binding.h>
#include <stdio.h>

double total(CFI_cdesc_t *a);
void make(CFI_cdesc_t *a, int n);
void describe(CFI_cdesc_t *a) {
  const char *t = a->type == CFI_type_int ? "int" : a->type == CFI_type_double ? "double" : a->type == CFI_type_float ? "float" : a->type == CFI_type_double_Complex ? "complex" : a->type == CFI_type_char ? "char" : a->type == CFI_type_struct ? "struct" : "?";
  printf("%s rank %d of %d bytes, contiguous %d, other %d:", t, a->rank, (int)a->elem_len, a->rank == 0 || CFI_is_contiguous(a), a->attribute == CFI_attribute_other);
  for (int k = 0; k < a->rank; k++) printf(" %ld+%ld by %ld", (long)a->dim[k].lower_bound, (long)a->dim[k].extent, (long)a->dim[k].sm);
  printf("\n");
}
int maybe(CFI_cdesc_t *a) {
  if (!a) return -1;
  int s = 0;
  for (CFI_index_t i = 0; i < a->dim[0].extent; i++) s += *(int *)CFI_address(a, &i);
  return s;
}
void move_pointer(CFI_cdesc_t *p, CFI_cdesc_t *t) {
  CFI_index_t low = 8;
  CFI_setpointer(p, t, &low);
}
void from_c(void) {
  double m[3][2] = {{1, 2}, {3, 4}, {5, 6}};
  CFI_CDESC_T(2) own;
  CFI_cdesc_t *d = (CFI_cdesc_t *)&own;
  CFI_index_t extents[] = {2, 3};
  printf("%d\n", CFI_establish(d, m, CFI_attribute_other, CFI_type_double, 0, 2, extents));
  printf("%g\n", total(d));
  CFI_CDESC_T(2) part;
  CFI_cdesc_t *s = (CFI_cdesc_t *)&part;
  CFI_establish(s, 0, CFI_attribute_other, CFI_type_double, 0, 2, 0);
  CFI_index_t lower[] = {1, 0}, upper[] = {1, 2}, by[] = {1, 2};
  printf("%d ", CFI_section(s, d, lower, upper, by));
  printf("%g\n", total(s));
  CFI_CDESC_T(1) made;
  CFI_cdesc_t *a = (CFI_cdesc_t *)&made;
  CFI_establish(a, 0, CFI_attribute_allocatable, CFI_type_int, 0, 1, 0);
  make(a, 4);
  for (CFI_index_t i = a->dim[0].lower_bound; i < a->dim[0].lower_bound + a->dim[0].extent; i++) printf("%d ", *(int *)CFI_address(a, &i));
  printf("%d\n", CFI_deallocate(a));
}
void grow(CFI_cdesc_t *a) {
  printf("%ld %ld %d\n", (long)a->dim[0].lower_bound, (long)a->dim[1].lower_bound, a->attribute == CFI_attribute_allocatable);
  CFI_index_t lower[] = {0, -2}, upper[] = {1, -1};
  printf("%d ", CFI_allocate(a, lower, upper, 0) == CFI_ERROR_BASE_ADDR_NOT_NULL);
  printf("%d ", CFI_deallocate(a));
  printf("%d\n", CFI_allocate(a, lower, upper, 0));
  for (int i = 0; i < 4; i++) ((double *)a->base_addr)[i] = i * 1.5;
}
typedef struct { float w; int id; } cell;
int ids(CFI_cdesc_t *c) {
  CFI_CDESC_T(1) own;
  CFI_cdesc_t *d = (CFI_cdesc_t *)&own;
  CFI_establish(d, 0, CFI_attribute_other, CFI_type_int, 0, 1, 0);
  CFI_select_part(d, c, offsetof(cell, id), 0);
  int r = 0;
  for (CFI_index_t i = 0; i < d->dim[0].extent; i++) r = r * 10 + *(int *)CFI_address(d, &i);
  return r;
}
