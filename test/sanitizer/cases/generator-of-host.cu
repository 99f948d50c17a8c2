// check: all
// Random numbers for an array of the host, which no kernel may write to.
#include <cstdio>
#include <vector>
#include <curand.h>

int main() {
  std::vector<float> x(1000);
  std::vector<double> y(100);
  curandGenerator_t g;
  curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_MRG32K3A);
  curandSetPseudoRandomGeneratorSeed(g, 7);
  curandGenerateUniform(g, x.data(), x.size());
  curandGenerateNormalDouble(g, y.data(), y.size(), 1.0, 2.0);
  curandDestroyGenerator(g);
  bool right = x[999] > 0 && y[99] != 0;
  std::printf("%s\n", right ? "PASS" : "FAIL");
}
