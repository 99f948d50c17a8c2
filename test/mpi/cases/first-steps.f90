! Two or more processes: who they are, messages between neighbours, collectives, a buffer in place.
program first_steps
  use mpi
  implicit none
  integer, parameter :: n = 10
  integer :: ierr, rank, ranks, status(MPI_STATUS_SIZE), count, i, right, left, length, told, request(2), both(MPI_STATUS_SIZE, 2)
  character(MPI_MAX_PROCESSOR_NAME) :: name
  real(8) :: x(n), y(n), total
  logical :: ok
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
  call mpi_get_processor_name(name, length, ierr)
  ok = ranks > 1 .and. length > 0 .and. len_trim(name) == length .and. ierr == MPI_SUCCESS
  right = mod(rank + 1, ranks)
  left = mod(rank + ranks - 1, ranks)
  total = ranks * (ranks + 1) / 2

  x = [(100 * rank + i, i=1, n)]
  if (mod(rank, 2) == 0) then
    call mpi_send(x, n, MPI_DOUBLE_PRECISION, right, 7, MPI_COMM_WORLD, ierr)
    call mpi_recv(y, n, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, ierr)
  else
    call mpi_recv(y, n, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, ierr)
    call mpi_send(x, n, MPI_DOUBLE_PRECISION, right, 7, MPI_COMM_WORLD, ierr)
  end if
  call mpi_get_count(status, MPI_REAL8, count, ierr)
  ok = ok .and. all(y == [(100 * left + i, i=1, n)]) .and. status(MPI_SOURCE) == left .and. status(MPI_TAG) == 7 .and. count == n

  y = 0
  call mpi_irecv(y, n, MPI_REAL8, left, 3, MPI_COMM_WORLD, request(1), ierr)
  call mpi_isend(x, n, MPI_REAL8, right, 3, MPI_COMM_WORLD, request(2), ierr)
  call mpi_waitall(2, request, both, ierr)
  ok = ok .and. all(y == [(100 * left + i, i=1, n)]) .and. both(MPI_SOURCE, 1) == left .and. all(request == MPI_REQUEST_NULL)
  call mpi_send(x, n, MPI_REAL8, MPI_PROC_NULL, 3, MPI_COMM_WORLD, ierr)
  call mpi_recv(x, n, MPI_REAL8, MPI_PROC_NULL, 3, MPI_COMM_WORLD, status, ierr)
  ok = ok .and. status(MPI_SOURCE) == MPI_PROC_NULL .and. status(MPI_TAG) == MPI_ANY_TAG

  told = -1
  if (rank == 1) told = 42
  call mpi_bcast(told, 1, MPI_INTEGER, 1, MPI_COMM_WORLD, ierr)
  x = rank + 1
  call mpi_allreduce(x, y, n, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  ok = ok .and. told == 42 .and. all(y == total)
  call mpi_allreduce(MPI_IN_PLACE, x, n, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
  ok = ok .and. all(x == ranks)
  call mpi_barrier(MPI_COMM_WORLD, ierr)
  print '(a,i0,a)', 'rank ', rank, merge(' PASS', ' FAIL', ok)
  call mpi_finalize(ierr)
end program
