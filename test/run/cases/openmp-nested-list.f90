! options: -mp
! exit: 1
! environment: OMP_NUM_THREADS=2,3
! The list of threads holds for regions in regions; a thread in one of them ends the program.
program p
  use omp_lib
  integer :: k(0:1,0:2)
  k = 0
  !$omp parallel
  !$omp parallel
  k(omp_get_ancestor_thread_num(1), omp_get_thread_num()) = omp_get_num_threads()
  !$omp end parallel
  !$omp end parallel
  print *, k, omp_get_max_active_levels() > 1
  !$omp parallel num_threads(2)
  !$omp parallel num_threads(2)
  if (omp_get_thread_num() == 1 .and. omp_get_ancestor_thread_num(1) == 1) error stop 'inner'
  !$omp end parallel
  !$omp end parallel
end
