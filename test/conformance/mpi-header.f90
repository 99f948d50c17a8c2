! `include 'mpif.h'`, in the way of older programs.
program mpi_header
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, ranks, status(MPI_STATUS_SIZE)
  double precision :: x, y
  call MPI_INIT(ierr)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
  call MPI_COMM_SIZE(MPI_COMM_WORLD, ranks, ierr)
  x = 2.5d0
  call MPI_SENDRECV(x, 1, MPI_DOUBLE_PRECISION, rank, 1, y, 1, MPI_DOUBLE_PRECISION, rank, 1, MPI_COMM_WORLD, status, ierr)
  call MPI_FINALIZE(ierr)
  print *, merge('PASS', 'FAIL', y == x .and. ranks == 1)
end program
