! options: -mp
! exit: 127
! A mistake in a thread beside the first one ends the program with its message and its place.
program mistakes
  use omp_lib
  implicit none
  integer, pointer :: p(:)
  integer :: done
  done = 0
  nullify(p)
  !$omp parallel num_threads(3)
  if (omp_get_thread_num() == 2) call work(p)
  !$omp end parallel
  print *, 'not reached'
contains
  subroutine work(p)
    integer, pointer :: p(:)
    allocate(p(10))
    deallocate(p)
    deallocate(p)
    done = 1
  end subroutine
end program
