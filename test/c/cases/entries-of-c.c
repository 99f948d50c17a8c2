/* Entries with bind(c), and an allocatable that is empty when C gets it. */
#include <stdio.h>
#include <ISO_Fortran_binding.h>

void second(float *x);
int third(void);

void call_entries(void) {
  float x = 0;
  second(&x);
  printf("%g %d\n", x, third());
}

void fill(CFI_cdesc_t *a) {
  CFI_index_t one = 1, three = 3;
  printf("%s\n", a->base_addr ? "there" : "empty");
  if (CFI_allocate(a, &one, &three, 0)) return;
  for (int i = 0; i < 3; i++) ((int *)a->base_addr)[i] = i + 7;
}
