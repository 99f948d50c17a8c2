! Procedures that the library calls: operations (of plain and derived types), attributes, handlers of errors; second names; a window.
module procedures
  use mpi
  implicit none
  logical :: handled = .false.
contains
  subroutine largest(a, b, n, datatype)
    integer :: n, datatype
    real(8) :: a(n), b(n)
    b = max(a, b)
  end subroutine
  subroutine pairs(a, b, n, datatype)
    integer :: n, datatype, i, bytes, ierr
    real(8) :: a(2, n), b(2, n)
    call mpi_type_size(datatype, bytes, ierr)
    do i = 1, n
      b(1, i) = a(1, i) + b(1, i)
      b(2, i) = bytes
    end do
  end subroutine
  subroutine copied(comm, key, extra, value, new, flag, ierr)
    integer :: comm, key, ierr
    integer(MPI_ADDRESS_KIND) :: extra, value, new
    logical :: flag
    new = value + extra
    flag = .true.
    ierr = MPI_SUCCESS
  end subroutine
  subroutine handler(comm, code)
    integer :: comm, code, class, ierr
    call mpi_error_class(code, class, ierr)
    handled = class == MPI_ERR_RANK
  end subroutine
end module

program callbacks
  use procedures
  implicit none
  integer, parameter :: n = 1000
  integer :: op, ierr, rank, ranks, key, comm, errors, pair, win, here(64), there(64), i
  real(8) :: x(n), y(n), z(2, n), s(2, n)
  integer(MPI_ADDRESS_KIND) :: value
  logical :: flag, ok
  call mpi_init(ierr)
  call pmpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
  call mpi_op_create(largest, .true., op, ierr)
  x = [(rank + i, i=1, n)]
  call mpi_allreduce(x, y, n, MPI_REAL8, op, MPI_COMM_WORLD, ierr)
  ok = all(y == [(ranks - 1 + i, i=1, n)])
  call mpi_op_free(op, ierr)
  ok = ok .and. op == MPI_OP_NULL

  call mpi_type_contiguous(2, MPI_REAL8, pair, ierr)
  call mpi_type_commit(pair, ierr)
  call mpi_op_create(pairs, .true., op, ierr)
  z = rank + 1
  call pmpi_reduce(z, s, n, pair, op, 1, MPI_COMM_WORLD, ierr)
  if (rank == 1) ok = ok .and. all(s(1, :) == ranks * (ranks + 1) / 2) .and. all(s(2, :) == 16)
  call mpi_type_free(pair, ierr)

  call mpi_comm_create_keyval(copied, MPI_COMM_NULL_DELETE_FN, key, 5_MPI_ADDRESS_KIND, ierr)
  call mpi_comm_set_attr(MPI_COMM_WORLD, key, 10_MPI_ADDRESS_KIND, ierr)
  call mpi_comm_dup(MPI_COMM_WORLD, comm, ierr)
  call mpi_comm_get_attr(comm, key, value, flag, ierr)
  ok = ok .and. flag .and. value == 15
  call mpi_comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, ierr)
  ok = ok .and. flag .and. value >= 32767

  call mpi_comm_create_errhandler(handler, errors, ierr)
  call mpi_comm_set_errhandler(comm, errors, ierr)
  call mpi_send(x, 1, MPI_REAL8, ranks, 0, comm, ierr)
  ok = ok .and. handled .and. ierr /= MPI_SUCCESS
  call mpi_comm_free(comm, ierr)
  ok = ok .and. comm == MPI_COMM_NULL

  here = 100 * rank + [(i, i=1, 64)]
  call mpi_win_create(here, 256_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call mpi_win_fence(0, win, ierr)
  call mpi_get(there, 8, MPI_INTEGER, mod(rank + 1, ranks), 4_MPI_ADDRESS_KIND, 8, MPI_INTEGER, win, ierr)
  call mpi_win_fence(0, win, ierr)
  ! the MPICH of some systems moves windows whose address is no multiple of 16
  if (mod(loc(here), 16_8) == 0) ok = ok .and. all(there(1:8) == 100 * mod(rank + 1, ranks) + [(i, i=5, 12)])
  call mpi_win_free(win, ierr)
  print '(a,i0,a)', 'rank ', rank, merge(' PASS', ' FAIL', ok)
  call mpi_finalize(ierr)
end program
