! MPI's routines called by their names alone, as old programs do in files that use no module: with arguments of any type, as functions, in a procedure that is never called.
subroutine rounds(comm, types, operation, right)
  implicit none
  integer, intent(in) :: comm, types(2), operation
  logical, intent(inout) :: right
  integer :: ierr, rank, count, length, x(3), y(3)
  real(8) :: a(2), b(2), t
  real(8), external :: mpi_wtime
  character(256) :: name
  call mpi_comm_rank(comm, rank, ierr)
  call mpi_comm_size(comm, count, ierr)
  right = right .and. rank == 0 .and. count == 1 .and. ierr == 0
  call mpi_get_processor_name(name, length, ierr)
  right = right .and. length > 0 .and. len_trim(name) == length
  t = mpi_wtime()
  right = right .and. mpi_wtime() >= t
  x = [1, 2, 3]
  y = 0
  call reduce_integers(x, y, types(1), operation, comm)
  right = right .and. all(y == x)
  a = [0.5d0, 1.5d0]
  call reduce_reals(a, b, types(2), operation, comm)
  right = right .and. all(b == a)
  call mpi_barrier(comm, ierr)
end subroutine

subroutine reduce_integers(x, y, type, operation, comm)
  integer :: x(3), y(3), type, operation, comm, ierr
  call mpi_allreduce(x, y, 3, type, operation, comm, ierr)
end subroutine

subroutine reduce_reals(x, y, type, operation, comm)
  real(8) :: x(2), y(2)
  integer :: type, operation, comm, ierr
  call mpi_allreduce(x, y, 2, type, operation, comm, ierr)
end subroutine

subroutine stops(comm)
  integer :: comm, ierr
  call mpi_abort(comm, 15, ierr)
end subroutine

program mpi_names_alone
  use mpi, only: mpi_init, mpi_finalize, MPI_COMM_WORLD, MPI_INTEGER, MPI_DOUBLE_PRECISION, MPI_SUM
  implicit none
  logical :: right
  integer :: ierr
  right = .true.
  call mpi_init(ierr)
  call rounds(MPI_COMM_WORLD, [MPI_INTEGER, MPI_DOUBLE_PRECISION], MPI_SUM, right)
  if (.not. right) call stops(MPI_COMM_WORLD)
  call mpi_finalize(ierr)
  if (right) then
    print *, 'PASS'
  else
    print *, 'FAIL'
  end if
end program
