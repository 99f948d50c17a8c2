// Rounding, remainders, angles in parts of a circle, inverses of error functions, Bessel functions: on both sides.
#include <cmath>
#include <cstdio>
__host__ __device__ void show(const char *where) {
  printf("%s round %g %g %.17g %g %g %g\n", where, round(0.49999999999999994), round(-2.5), round(4503599627370497.0), round(-0.2), roundf(0.49999997f), roundf(8388609.0f));
  int q = 0;
  double left = remquo(29.0, 3.0, &q);
  printf("remainder %g %g %g %g %g %d\n", remainder(1e300, 3.0), remainder(5.5, 2.0), remainder(-7.0, 2.0), remainder(3e300, 7.0), left, q);
  printf("circle %g %.12g %g %.12g %g\n", sinpi(1.0), sinpi(0.25), cospi(0.5), cospi(1.0 / 3), sinpi(1e10 + 0.5));
  const double ys[] = {1e-300, 1e-20, 1e-3, 0.3, 0.8, 0.999, 1.2, 1.9999999};
  for (int i = 0; i < 8; i++) printf(" %.12g", erfcinv(ys[i]));
  printf("\n");
  const double xs[] = {1e-20, 1e-3, 0.3, 0.5, 0.8, 0.999999999};
  for (int i = 0; i < 6; i++) printf(" %.12g %.12g", erfinv(xs[i]), normcdfinv(xs[i]) + 0.0);
  printf("\n");
  const double es[] = {-5, 0.1, 3, 24.9, 25.1, 1000};
  for (int i = 0; i < 6; i++) printf(" %.12g", erfcx(es[i]));
  printf("\n");
  const double is[] = {0.1, 3, 10, 29.9, 30.1, 700};
  for (int i = 0; i < 6; i++) printf(" %.12g %.12g", cyl_bessel_i0(is[i]), cyl_bessel_i1(-is[i]));
  printf("\n%d %d %g %g %d %g %.7g %.7g\n", ilogb(0.0), ilogb(1e-310), logb(0.0), logb(-INFINITY), fdim(NAN, 1.0) != fdim(NAN, 1.0), rhypot(3.0, 4.0), erfinv(0.5f), normcdfinv(0.975f));
}
__global__ void k() { show("device"); }
int main() {
  show("host");
  k<<<1, 1>>>();
  cudaDeviceSynchronize();
}
