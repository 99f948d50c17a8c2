! The module mpi_f08: handles are types, error codes may be left out.
program mpi_types
  use mpi_f08
  implicit none
  type(MPI_Comm) :: comm
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: status, statuses(2)
  type(MPI_Datatype) :: pair
  integer :: rank, count, a(4), b(4)
  logical :: ok
  call MPI_Init()
  call MPI_Comm_dup(MPI_COMM_WORLD, comm)
  ok = comm /= MPI_COMM_WORLD .and. comm /= MPI_COMM_NULL
  call MPI_Comm_rank(comm, rank)
  a = [1, 2, 3, 4]
  call MPI_Type_contiguous(2, MPI_INTEGER, pair)
  call MPI_Type_commit(pair)
  call MPI_Irecv(b, 2, pair, 0, 9, comm, requests(1))
  call MPI_Isend(a, 2, pair, 0, 9, comm, requests(2))
  call MPI_Waitall(2, requests, statuses)
  ok = ok .and. all(b == a) .and. statuses(1)%MPI_TAG == 9 .and. requests(1) == MPI_REQUEST_NULL
  call MPI_Send(a(3), 1, MPI_INTEGER, 0, 1, comm)
  call MPI_Recv(b, 4, MPI_INTEGER, 0, 1, comm, status)
  call MPI_Get_count(status, MPI_INTEGER, count)
  ok = ok .and. count == 1 .and. b(1) == 3 .and. status%MPI_SOURCE == rank
  call MPI_Allreduce(MPI_IN_PLACE, b, 4, MPI_INTEGER, MPI_SUM, comm)
  call MPI_Waitall(0, requests, MPI_STATUSES_IGNORE)
  call MPI_Finalize()
  print *, merge('PASS', 'FAIL', ok)
end program
