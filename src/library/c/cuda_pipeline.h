#pragma once
#include <cuda/pipeline>
#include <cuda_pipeline_primitives.h>
namespace nvcuda {
namespace experimental {
// As it was before cuda::pipeline.
class pipeline {
  size_t stages = 0;

 public:
  __device__ size_t commit() { return stages++; }
  __device__ void commit_and_wait() { commit(); }
  __device__ void wait(size_t) {}
  template <unsigned N> __device__ void wait_prior() {}
};
template <class T> __device__ inline void memcpy_async(T &to, const T &from, pipeline &) { to = from; }
}
}
