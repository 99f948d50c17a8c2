! The module mpi_f08: handles and statuses are types, errors may be left out, forms of callbacks have names.
module largest_of
  use mpi_f08
  use iso_c_binding
  implicit none
contains
  subroutine largest(invec, inoutvec, len, datatype)
    type(c_ptr), value :: invec, inoutvec
    integer :: len
    type(MPI_Datatype) :: datatype
    integer, pointer :: a(:), b(:)
    call c_f_pointer(invec, a, [len])
    call c_f_pointer(inoutvec, b, [len])
    if (datatype == MPI_INTEGER) b = max(a, b)
  end subroutine
end module

! What is declared with vectors of its own is called all the same.
subroutine smallest(invec, inoutvec, len, datatype)
  use mpi_f08, only: MPI_Datatype
  integer :: len, invec(*), inoutvec(*)
  type(MPI_Datatype) :: datatype
  inoutvec(1:len) = min(invec(1:len), inoutvec(1:len))
end subroutine

program with_types
  use largest_of
  implicit none
  procedure(MPI_User_function), pointer :: f
  type(MPI_Comm) :: half, cart
  type(MPI_Group) :: group
  type(MPI_Op) :: op
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: status, statuses(2)
  type(MPI_Datatype) :: column
  type(MPI_Errhandler) :: handler
  integer :: rank, ranks, i, m(8, 8), got(8), sums(4), counts(4), total, left, right, width, dims(1)
  logical :: ok
  external :: smallest
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  f => largest
  call MPI_Op_create(f, .true., op)
  sums = [rank, -rank, 5, 10 * rank]
  call MPI_Allreduce(MPI_IN_PLACE, sums, 4, MPI_INTEGER, op, MPI_COMM_WORLD)
  ok = all(sums == [ranks - 1, 0, 5, 10 * (ranks - 1)])
  call MPI_Op_free(op)
  call MPI_Op_create(smallest, .true., op)
  sums = [rank, -rank, 5, 10 * rank]
  call MPI_Allreduce(MPI_IN_PLACE, sums, 4, MPI_INTEGER, op, MPI_COMM_WORLD)
  ok = ok .and. all(sums == [0, 1 - ranks, 5, 0])

  dims = [ranks]
  call MPI_Cart_create(MPI_COMM_WORLD, 1, dims, [.false.], .false., cart)
  call MPI_Cart_shift(cart, 0, 1, left, right)
  if (rank == 0) ok = ok .and. left == MPI_PROC_NULL
  if (rank == ranks - 1) ok = ok .and. right == MPI_PROC_NULL
  m = reshape([(1000 * rank + i, i=1, 64)], [8, 8])
  got = -1
  call MPI_Type_vector(8, 1, 8, MPI_INTEGER, column)
  call MPI_Type_commit(column)
  call MPI_Irecv(got, 8, MPI_INTEGER, left, 2, cart, requests(1))
  call MPI_Isend(m(3, 1), 1, column, right, 2, cart, requests(2))
  call MPI_Waitall(2, requests, statuses)
  if (left /= MPI_PROC_NULL) then
    call MPI_Get_count(statuses(1), MPI_INTEGER, i)
    ok = ok .and. all(got == [(1000 * left + 3 + 8 * i, i=0, 7)]) .and. statuses(1)%MPI_SOURCE == left
    call MPI_Get_count(statuses(1), MPI_INTEGER, i)
    ok = ok .and. i == 8
  else
    ok = ok .and. all(got == -1)
  end if
  ok = ok .and. all(requests == MPI_REQUEST_NULL)

  call MPI_Comm_split(MPI_COMM_WORLD, merge(0, MPI_UNDEFINED, rank < 2), rank, half)
  ok = ok .and. (half /= MPI_COMM_NULL .eqv. rank < 2)
  if (half /= MPI_COMM_NULL) then
    call MPI_Comm_group(half, group)
    call MPI_Group_size(group, width)
    ok = ok .and. width == 2
    call MPI_Comm_free(half)
  end if
  counts = 0
  total = 0
  call MPI_Gather(rank, 1, MPI_INTEGER, counts, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
  if (rank == 0) ok = ok .and. all(counts(1:ranks) == [(i, i=0, ranks - 1)])
  call MPI_Exscan(1, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  ok = ok .and. total == rank
  call MPI_Comm_get_errhandler(MPI_COMM_WORLD, handler)
  ok = ok .and. handler == MPI_ERRORS_ARE_FATAL
  call MPI_Type_free(column)
  ok = ok .and. column == MPI_DATATYPE_NULL
  print '(a,i0,a)', 'rank ', rank, merge(' PASS', ' FAIL', ok)
  call MPI_Finalize()
end program
