! Memory that MPI allocates: for one process, for windows, shared between processes.
program windows
  use mpi
  use iso_c_binding
  implicit none
  integer, parameter :: n = 100
  integer :: ierr, rank, ranks, win, unit, i, turn
  integer(MPI_ADDRESS_KIND) :: bytes, place
  type(c_ptr) :: pointer
  real(8), pointer :: x(:), other(:)
  real(8) :: sum
  logical :: ok
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
  bytes = 8 * n
  call mpi_alloc_mem(bytes, MPI_INFO_NULL, pointer, ierr)
  call c_f_pointer(pointer, x, [n])
  x = rank
  call mpi_allreduce(MPI_IN_PLACE, x, n, MPI_REAL8, MPI_SUM, MPI_COMM_WORLD, ierr)
  ok = all(x == ranks * (ranks - 1) / 2)
  call mpi_free_mem(x, ierr)

  do turn = 1, 3
    call mpi_win_allocate(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, place, win, ierr)
    call c_f_pointer(transfer(place, pointer), x, [n])
    x = 0
    call mpi_win_fence(MPI_MODE_NOPRECEDE + MPI_MODE_NOSTORE, win, ierr)
    sum = rank + 1
    call mpi_accumulate(sum, 1, MPI_REAL8, 0, 5_MPI_ADDRESS_KIND, 1, MPI_REAL8, MPI_SUM, win, ierr)
    call mpi_win_fence(0, win, ierr)
    if (rank == 0) ok = ok .and. x(6) == ranks * (ranks + 1) / 2
    ok = ok .and. attribute(MPI_WIN_BASE) == place .and. attribute(MPI_WIN_CREATE_FLAVOR) == MPI_WIN_FLAVOR_ALLOCATE
    call mpi_win_free(win, ierr)
    ok = ok .and. win == MPI_WIN_NULL

    call mpi_win_allocate_shared(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, pointer, win, ierr)
    call c_f_pointer(pointer, x, [n])
    x = [(1000 * rank + i, i=1, n)]
    call mpi_win_fence(0, win, ierr)
    call mpi_win_shared_query(win, mod(rank + 1, ranks), bytes, unit, pointer, ierr)
    call c_f_pointer(pointer, other, [n])
    ok = ok .and. bytes == 8 * n .and. unit == 8 .and. all(other == [(1000 * mod(rank + 1, ranks) + i, i=1, n)])
    call mpi_win_fence(0, win, ierr)
    other(7) = -1
    call mpi_win_fence(0, win, ierr)
    ok = ok .and. x(7) == -1 .and. x(8) == 1000 * rank + 8
    ok = ok .and. attribute(MPI_WIN_BASE) == loc(x) .and. attribute(MPI_WIN_CREATE_FLAVOR) == MPI_WIN_FLAVOR_SHARED
    call mpi_win_free(win, ierr)
  end do
  print '(a,i0,a)', 'rank ', rank, merge(' PASS', ' FAIL', ok)
  call mpi_finalize(ierr)
contains
  integer(MPI_ADDRESS_KIND) function attribute(key)
    integer, intent(in) :: key
    logical :: flag
    call mpi_win_get_attr(win, key, attribute, flag, ierr)
    if (.not. flag) attribute = -1
  end function
end program
