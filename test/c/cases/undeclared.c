/* What C89 calls without a declaration, and GCC's built-in functions. */
struct tag { int m1; char *m2[5]; } s1, *p1;
int i;
main() { s1.m2[3] = "123"; p1 = &s1; i = 3; if (strlen((p1->m2[i])++) != 3) abort(); if (__builtin_strcmp(s1.m2[3], "23")) abort(); char b[20]; __builtin_memset(b, 65, 3); b[3] = 0; printf("%s %g\n", b, sqrt(2)); if (__builtin_popcount(7) != 3 || __builtin_ffs(8) != 4 || __builtin_clz(1) != 31 || __builtin_ctz(8) != 3 || __builtin_bswap32(1) != 0x1000000) abort(); exit(0); }
