! Messages to and fro between two processes: bytes, microseconds one way, for some lengths; the best of some rounds, of many for short ones (compilers that run beside the program need their time).
program pingpong
  use mpi
  implicit none
  integer, parameter :: most = 4194304
  integer :: ierr, rank, bytes, round, i, turns, status(MPI_STATUS_SIZE)
  integer(1), allocatable :: a(:)
  double precision :: start, best
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  allocate (a(most))
  a = 1
  bytes = 8
  do while (bytes <= most)
    turns = max(20, min(5000, 100000000 / (bytes + 20000)))
    best = huge(best)
    do round = 1, merge(80, 7, bytes <= 4096)
      call mpi_barrier(MPI_COMM_WORLD, ierr)
      start = mpi_wtime()
      do i = 1, turns
        if (rank == 0) then
          call mpi_send(a, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, ierr)
          call mpi_recv(a, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, status, ierr)
        else if (rank == 1) then
          call mpi_recv(a, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, status, ierr)
          call mpi_send(a, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, ierr)
        end if
      end do
      best = min(best, (mpi_wtime() - start) / (2 * turns))
    end do
    if (rank == 0) print '(i0,1x,f0.4)', bytes, best * 1e6
    bytes = bytes * 8
  end do
  call mpi_finalize(ierr)
end program
