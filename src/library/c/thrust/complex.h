#pragma once
#include <thrust/__all.h>
#include <complex>
namespace thrust {
using std::complex;
using std::abs;
using std::arg;
using std::norm;
using std::conj;
using std::proj;
using std::polar;
using std::exp;
using std::log;
using std::log10;
using std::pow;
using std::sqrt;
using std::sin;
using std::cos;
using std::tan;
using std::sinh;
using std::cosh;
using std::tanh;
}
