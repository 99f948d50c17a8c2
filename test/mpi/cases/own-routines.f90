! What MPI says of itself in numbers that libraries choose. Routines of MPI that a program defines itself call MPI's by their second names; callbacks of generalised requests change what they are given.
program own_routines
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, calls, value(3), errors, request, version, subversion, status(MPI_STATUS_SIZE)
  integer(MPI_ADDRESS_KIND) :: host
  logical :: flag
  integer(MPI_ADDRESS_KIND), volatile :: extra
  common /counted/ calls
  external query, release, cancel
  errors = 0
  calls = 0
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  value = 0
  if (rank == 0) call mpi_send([1, 2, 3], 3, MPI_INTEGER, 1, 5, MPI_COMM_WORLD, ierr)
  if (rank == 1) call mpi_recv(value, 3, MPI_INTEGER, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  if (rank == 0 .and. calls /= 3) errors = errors + 1
  if (rank == 1 .and. any(value /= [1, 2, 3])) errors = errors + 1
  call mpi_get_version(version, subversion, ierr)
  if (version /= MPI_VERSION .or. subversion /= MPI_SUBVERSION) errors = errors + 1
  call mpi_comm_get_attr(MPI_COMM_WORLD, MPI_HOST, host, flag, ierr)
  if (flag .and. host /= MPI_PROC_NULL .and. host < 0) errors = errors + 1
  status(MPI_ERROR) = MPI_ERR_DIMS
  call mpi_probe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, status, ierr)
  if (status(MPI_ERROR) /= MPI_ERR_DIMS .or. status(MPI_SOURCE) /= MPI_PROC_NULL) errors = errors + 1
  extra = 41
  call mpi_grequest_start(query, release, cancel, extra, request, ierr)
  call mpi_grequest_complete(request, ierr)
  call mpi_wait(request, MPI_STATUS_IGNORE, ierr)
  if (extra /= 42) errors = errors + 1
  if (errors == 0) print '(a)', 'PASS'
  call mpi_finalize(ierr)
end program

subroutine mpi_send(buffer, count, datatype, dest, tag, comm, ierr)
  implicit none
  include 'mpif.h'
  integer :: count, datatype, dest, tag, comm, ierr, calls
  integer :: buffer(count)
  common /counted/ calls
  calls = calls + count
  call pmpi_send(buffer, count, datatype, dest, tag, comm, ierr)
end subroutine

subroutine query(extra, status, ierr)
  implicit none
  include 'mpif.h'
  integer(MPI_ADDRESS_KIND) :: extra
  integer :: status(MPI_STATUS_SIZE), ierr
  call mpi_status_set_cancelled(status, .false., ierr)
  call mpi_status_set_elements(status, MPI_BYTE, 0, ierr)
end subroutine

subroutine release(extra, ierr)
  implicit none
  include 'mpif.h'
  integer(MPI_ADDRESS_KIND) :: extra
  integer :: ierr
  extra = extra + 1
  ierr = MPI_SUCCESS
end subroutine

subroutine cancel(extra, done, ierr)
  implicit none
  include 'mpif.h'
  integer(MPI_ADDRESS_KIND) :: extra
  logical :: done
  integer :: ierr
  ierr = MPI_SUCCESS
end subroutine
