! options: -mp
! Routines of omp_lib without the module; a thread that waits for another one whose output waits for it.
program f
  implicit none
  integer, external :: omp_get_thread_num
  integer :: s, flag
  s = 0; flag = 0
  !$omp parallel num_threads(2) reduction(+:s) shared(flag)
  s = omp_get_thread_num() + 1
  if (s == 2) then
    print *, 'from the second thread'
    !$omp atomic write
    flag = 1
  else
    do
      !$omp atomic read
      s = flag
      if (s == 1) exit
    end do
    s = 1
  end if
  !$omp end parallel
  print *, s
end program
