#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system_error.h>

static void check(cudaError_t error, const char *what) {
  if (error != cudaSuccess) throw thrust::system_error(error, thrust::cuda_category(), what);
}

int main() {
  thrust::device_vector<int> v(3, 4);
  try {
    thrust::sort(v.begin(), v.end());
    check(cudaMemcpy(nullptr, thrust::raw_pointer_cast(v.data()), 4, cudaMemcpyDeviceToHost), "copying");
  } catch (thrust::system_error &e) {
    printf("%s\n%d %s\n", e.what(), e.code().value() == cudaErrorInvalidValue, e.code().category().name());
  }
  try {
    check(cudaSetDevice(77), "choosing");
  } catch (const thrust::system::system_error &e) {
    printf("%s\n", e.what());
  } catch (...) {
    printf("something else\n");
  }
}
