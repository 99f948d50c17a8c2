// Elements of vectors on the device are written to streams as what they hold.
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <fstream>
#include <iostream>
#include <sstream>
struct P { int x, y; };
std::ostream &operator<<(std::ostream &o, const P &p) { return o << '<' << p.x << ' ' << p.y << '>'; }
int main() {
  thrust::device_vector<thrust::complex<float>> z(2, thrust::complex<float>(1, -2));
  thrust::device_vector<P> p(1, P{3, 4});
  thrust::device_vector<float> f(2, 1.5f);
  thrust::device_vector<char> c(1, 'c');
  const auto &w = z;
  std::cout << z[0] << w[1] << p[0] << f[1] << c[0] << *z.begin() << p.back() << std::endl;
  std::ostringstream s;
  s << z[1] << " " << f[0] << std::hex << " ";
  std::cout << s.str() << (thrust::complex<float>)z[0] << "\n";
}
