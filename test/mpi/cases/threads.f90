! Threads that call MPI at the same time: each has a communicator of its own, and what one waits for the others do later.
program threads
  use mpi
  use omp_lib
  implicit none
  integer, parameter :: most = 4, n = 5000
  integer :: provided, rank, ranks, comms(0:most - 1), ierr, k, bad, together
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  do k = 0, most - 1
    call MPI_Comm_dup(MPI_COMM_WORLD, comms(k), ierr)
  end do
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr)
  bad = 0
  if (provided == MPI_THREAD_MULTIPLE) then
    !$omp parallel num_threads(most) reduction(+: bad)
    if (omp_get_num_threads() == most) then
      call ring(omp_get_thread_num(), bad)
      call collect(comms(mod(omp_get_thread_num() + rank, most)), mod(omp_get_thread_num() + rank, most), bad)
      call chain(omp_get_thread_num(), bad)
    end if
    !$omp end parallel
  end if
  ! outside of regions too
  call MPI_Allreduce(bad, together, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  if (together == 0) print '(a,i0,a)', 'rank ', rank, ' PASS'
  do k = 0, most - 1
    call MPI_Comm_free(comms(k), ierr)
  end do
  call MPI_Finalize(ierr)
contains
  subroutine check(ok, bad, what)
    logical, intent(in) :: ok
    integer, intent(inout) :: bad
    character(*), intent(in) :: what
    if (ok) return
    bad = bad + 1
    print *, 'rank', rank, 'failed: ', what
  end subroutine

  ! Messages of all threads round the processes, in all forms.
  subroutine ring(thread, bad)
    integer, intent(in) :: thread
    integer, intent(inout) :: bad
    integer :: turn, right, left, got(n), mine(n), requests(2), statuses(MPI_STATUS_SIZE, 2), status(MPI_STATUS_SIZE), count, ierr, index, message
    right = mod(rank + 1, ranks)
    left = mod(rank + ranks - 1, ranks)
    do turn = 1, 5
      mine = 1000 * rank + 10 * thread + turn
      got = 0
      call MPI_Sendrecv(mine, n, MPI_INTEGER, right, thread, got, n, MPI_INTEGER, left, thread, MPI_COMM_WORLD, status, ierr)
      call check(all(got == 1000 * left + 10 * thread + turn) .and. status(MPI_SOURCE) == left .and. status(MPI_TAG) == thread, bad, 'sendrecv')
      got = 0
      call MPI_Irecv(got, n, MPI_INTEGER, left, thread, MPI_COMM_WORLD, requests(1), ierr)
      call MPI_Issend(mine, n, MPI_INTEGER, right, thread, MPI_COMM_WORLD, requests(2), ierr)
      if (mod(turn, 2) == 0) then
        call MPI_Waitall(2, requests, statuses, ierr)
        call check(statuses(MPI_SOURCE, 1) == left, bad, 'waitall')
      else
        call MPI_Waitany(2, requests, index, status, ierr)
        call check(index == 1 .or. index == 2, bad, 'waitany')
        call MPI_Wait(requests(3 - index), status, ierr)
      end if
      call check(all(got == 1000 * left + 10 * thread + turn) .and. all(requests == MPI_REQUEST_NULL), bad, 'nonblocking')
      got = 0
      call MPI_Isend(mine, turn, MPI_INTEGER, right, thread, MPI_COMM_WORLD, requests(1), ierr)
      if (mod(turn, 2) == 0) then
        call MPI_Probe(left, thread, MPI_COMM_WORLD, status, ierr)
        call MPI_Get_count(status, MPI_INTEGER, count, ierr)
        call MPI_Recv(got, count, MPI_INTEGER, left, thread, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
      else
        call MPI_Mprobe(left, thread, MPI_COMM_WORLD, message, status, ierr)
        call MPI_Get_count(status, MPI_INTEGER, count, ierr)
        call MPI_Mrecv(got, count, MPI_INTEGER, message, MPI_STATUS_IGNORE, ierr)
      end if
      call MPI_Wait(requests(1), MPI_STATUS_IGNORE, ierr)
      call check(count == turn .and. all(got(:count) == 1000 * left + 10 * thread + turn), bad, 'probe')
    end do
    call MPI_Send(mine, 1, MPI_INTEGER, ranks, 0, MPI_COMM_WORLD, ierr)
    call check(ierr /= MPI_SUCCESS, bad, 'no such rank')
  end subroutine

  ! The processes come to the communicators in different orders.
  subroutine collect(comm, number, bad)
    integer, intent(in) :: comm, number
    integer, intent(inout) :: bad
    integer :: turn, sum, all_of(ranks), ierr, k
    do turn = 1, 5
      call MPI_Barrier(comm, ierr)
      call MPI_Allreduce(rank + number, sum, 1, MPI_INTEGER, MPI_SUM, comm, ierr)
      call check(sum == ranks * (ranks - 1) / 2 + ranks * number, bad, 'allreduce')
      sum = -1
      if (rank == mod(turn, ranks)) sum = number + turn
      call MPI_Bcast(sum, 1, MPI_INTEGER, mod(turn, ranks), comm, ierr)
      call check(sum == number + turn, bad, 'bcast')
      call MPI_Allgather(rank + number, 1, MPI_INTEGER, all_of, 1, MPI_INTEGER, comm, ierr)
      call check(all(all_of == [(k + number, k = 0, ranks - 1)]), bad, 'allgather')
    end do
  end subroutine

  ! Each thread waits for a message that the next one sends: to its own process.
  subroutine chain(thread, bad)
    integer, intent(in) :: thread
    integer, intent(inout) :: bad
    integer :: got, ierr
    got = most
    if (thread < most - 1) call MPI_Recv(got, 1, MPI_INTEGER, rank, 100 + thread, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call check(got == thread + 1, bad, 'chain')
    if (thread > 0) call MPI_Ssend(got - 1, 1, MPI_INTEGER, rank, 100 + thread - 1, MPI_COMM_WORLD, ierr)
  end subroutine
end program
