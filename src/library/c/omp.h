#pragma once
#include <time.h>
static inline int omp_get_max_threads(void) { return 1; }
static inline int omp_get_num_threads(void) { return 1; }
static inline int omp_get_thread_num(void) { return 0; }
static inline int omp_get_num_procs(void) { return 1; }
static inline void omp_set_num_threads(int n) {}
static inline int omp_in_parallel(void) { return 0; }
static inline double omp_get_wtime(void) { return (double)__cufort_wall_clock() * 1e-9; }
