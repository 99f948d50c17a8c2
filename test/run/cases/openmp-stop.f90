! options: -mp
! exit: 3
! Output of all threads, and a stop in one of them.
program stops
  use omp_lib
  implicit none
  character(len=8) :: text
  integer :: i, unit
  real(8) :: x
  !$omp parallel num_threads(3) private(text, i, unit, x)
  write(text, '(a,i0)') 'thread', omp_get_thread_num()
  read(text(7:), *) i
  x = i*1.5d0
  !$omp do ordered schedule(static, 1)
  do unit = 0, 2
    !$omp ordered
    print '(a,i3,f6.2)', trim(text), i, x
    !$omp end ordered
  end do
  if (omp_get_thread_num() == 1) then
    open(newunit=unit, status='scratch')
    write(unit, *) i, x
    rewind(unit)
    read(unit, *) i, x
    print '(a,i0,f6.2)', 'read ', i, x
    stop 3
  end if
  !$omp barrier
  !$omp end parallel
end program
