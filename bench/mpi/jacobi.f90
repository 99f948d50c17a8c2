! Jacobi iterations on columns shared among the processes, each with as many; edges go to the neighbours in each iteration: milliseconds of some rounds of iterations.
program jacobi
  use mpi
  implicit none
  integer, parameter :: n = 1000, columns = 500, rounds = 9, iterations = 40
  integer :: ierr, rank, ranks, left, right, round, i, requests(4)
  double precision, allocatable :: u(:, :), v(:, :)
  double precision :: start, time
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
  left = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  right = merge(rank + 1, MPI_PROC_NULL, rank < ranks - 1)
  allocate (u(0:n + 1, 0:columns + 1), v(0:n + 1, 0:columns + 1))
  u = 0
  u(0, :) = 1
  v = u
  do round = 1, rounds
    call mpi_barrier(MPI_COMM_WORLD, ierr)
    start = mpi_wtime()
    do i = 1, iterations, 2
      call iterate(u, v)
      call iterate(v, u)
    end do
    call mpi_barrier(MPI_COMM_WORLD, ierr)
    time = mpi_wtime() - start
    if (rank == 0) print '(f0.4)', time * 1e3
  end do
  if (u(n / 2, 1) < 0) print '(a)', 'wrong'
  call mpi_finalize(ierr)
contains
  subroutine iterate(a, b)
    double precision, intent(inout) :: a(0:n + 1, 0:columns + 1), b(0:n + 1, 0:columns + 1)
    integer :: i, j
    call mpi_irecv(a(:, 0), n + 2, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, requests(1), ierr)
    call mpi_irecv(a(:, columns + 1), n + 2, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, requests(2), ierr)
    call mpi_isend(a(:, columns), n + 2, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, requests(3), ierr)
    call mpi_isend(a(:, 1), n + 2, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, requests(4), ierr)
    call mpi_waitall(4, requests, MPI_STATUSES_IGNORE, ierr)
    do j = 1, columns
      do i = 1, n
        b(i, j) = 0.25d0 * (a(i - 1, j) + a(i + 1, j) + a(i, j - 1) + a(i, j + 1))
      end do
    end do
  end subroutine
end program
