! What an info holds: values that are there, too long, not there, or only asked for their length.
program infos
  use mpi
  implicit none
  integer :: info, ierr, length, n, rank
  character(12) :: value
  logical :: found, ok
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_info_create(info, ierr)
  call mpi_info_set(info, 'file', 'a name', ierr)
  value = 'as it was'
  call mpi_info_get(info, 'other', len(value), value, found, ierr)
  ok = .not. found .and. value == 'as it was'
  call mpi_info_get(info, 'file', len(value), value, found, ierr)
  ok = ok .and. found .and. value == 'a name'
  value = 'as it was'
  call mpi_info_get_nkeys(info, n, ierr)
  call mpi_info_get_valuelen(info, 'file', length, found, ierr)
  ok = ok .and. found .and. length == 6 .and. n == 1
  call mpi_info_get_valuelen(info, 'other', length, found, ierr)
  ok = ok .and. .not. found .and. value == 'as it was'
  call mpi_info_free(info, ierr)
  if (ok) print '(a,i0,a)', 'rank ', rank, ' PASS'
  call mpi_finalize(ierr)
end program
