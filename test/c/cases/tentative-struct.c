// A variable of a struct whose members follow; words of <inttypes.h> and limits of <stdint.h>.
#include <inttypes.h>
#include <stdio.h>
struct point origin;
static struct { int n; } one;
struct point { double x, y; };
int main(void) {
  origin.x += 1.5;
  printf("%g %g %zu %d\n", origin.x, origin.y, sizeof origin, one.n);
  int8_t a = -5;
  uint16_t b = 65535;
  uint_fast16_t c = UINT_FAST16_MAX;
  intptr_t p = INTPTR_MIN;
  printf("%" PRIi8 " %" PRIo16 " %" PRIX8 " %" PRIuFAST16 " %" PRIiPTR " %" PRIdLEAST32 " %" PRIXMAX "\n", a, b, (uint8_t)a, c, p, INT_LEAST32_MAX, UINTMAX_MAX);
  int64_t v;
  uint8_t w;
  sscanf("-77 200", "%" SCNi64 " %" SCNu8, &v, &w);
  printf("%" PRId64 " %" PRIu8 " %d\n", v, w, WCHAR_MAX);
}
