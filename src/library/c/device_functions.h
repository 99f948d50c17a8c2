#pragma once
static inline __device__ void __syncthreads(void) { __cufort_barrier(void); }
static inline __device__ int __syncthreads_count(int p) { return __cufort_barrier_count(int, p); }
static inline __device__ int __syncthreads_and(int p) { return __cufort_barrier_and(int, p); }
static inline __device__ int __syncthreads_or(int p) { return __cufort_barrier_or(int, p); }
static inline __device__ void __threadfence(void) { __cufort_fence_device(void); }
static inline __device__ void __threadfence_block(void) { __cufort_fence_block(void); }
static inline __device__ void __threadfence_system(void) { __cufort_fence_system(void); }
static inline __device__ long long clock64(void) { return __cufort_clock64(long long); }
static inline __device__ void __trap(void) { __cufort_trap(void); }
