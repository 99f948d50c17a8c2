#pragma once
#include <cuda_runtime.h>
#include <system_error>
namespace thrust {
using std::error_category;
using std::error_code;
using std::error_condition;
using std::generic_category;
using std::make_error_code;
using std::make_error_condition;
using std::system_category;
using std::system_error;
class __cuda_errors : public error_category {
 public:
  const char *name() const noexcept override { return "cuda"; }
  std::string message(int code) const override {
    cudaError_t error = static_cast<cudaError_t>(code);
    return std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error);
  }
};
inline const error_category &cuda_category() noexcept {
  static __cuda_errors of;
  return of;
}
namespace system {
using thrust::cuda_category;
using thrust::error_category;
using thrust::error_code;
using thrust::error_condition;
using thrust::system_error;
}
}
