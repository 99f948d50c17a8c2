! `include 'mpif.h'` brings no interfaces: old programs give integers for logicals, and a scalar for an array of one request.
program old
  include 'mpif.h'
  integer :: comm, ierr, dims(1), periods(1), reorder, n, rank, left, right, got, request, status(MPI_STATUS_SIZE)
  call MPI_Init(ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  dims = n
  periods = -1
  reorder = 0
  call MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, reorder, comm, ierr)
  call MPI_Comm_rank(comm, rank, ierr)
  call MPI_Cart_shift(comm, 0, 1, left, right, ierr)
  call MPI_Irecv(got, 1, MPI_INTEGER, left, 1, comm, request, ierr)
  call MPI_Send(rank, 1, MPI_INTEGER, right, 1, comm, ierr)
  call MPI_Waitall(1, request, status, ierr)
  if (got == mod(rank + n - 1, n)) print '(a)', 'PASS'
  call MPI_Finalize(ierr)
end program
