! Values that statements want at compile time, and those that do not fit.
subroutine constants(n)
  implicit none
  integer :: n, k
  integer, parameter :: i = 4, a(2) = [1, 2]
  !ERROR: rank-mismatch
  integer, parameter :: b = [1, 2]
  !ERROR: rank-mismatch
  real, parameter :: c = a(shape(a))
  integer, pointer :: p
  !ERROR: not-constant
  integer, pointer :: q => null(p)
  integer, pointer :: r => null()
  type :: t
    !ERROR: not-constant
    integer, pointer :: s => null(mold=p)
  end type
  integer(1) :: small(1), turn
  integer, allocatable :: list(:)
  integer :: stat, seed(64)
  character(20, kind=4) :: wide
  character(20) :: narrow
  character(3) :: yes
  real :: double_of, x
  double_of(x) = 2 * x
  !ERROR: not-definable
  print *, [(i, i=1, 4)]
  print *, [(k, k=1, 4)]
  !ERROR: not-constant
  print *, [character(len=*) :: 'ab', 'c']
  print *, [character(len=2) :: 'ab', 'c']
  !WARNING: integer-overflow
  small = [integer(1) :: 300]
  !WARNING: integer-overflow
  do turn = 10, 100, 222
  end do
  !ERROR: specifier-type
  allocate (list(n), stat=stat, errmsg=wide)
  allocate (list(n), stat=stat, errmsg=narrow)
  !ERROR: argument-count
  call random_seed(put=seed, get=seed)
  call random_seed(put=seed)
  !ERROR: keyword-without-interface
  print *, double_of(x=1.0)
  yes = 'yes'
  !ERROR: not-constant
  write (7, *, asynchronous=yes) n
  write (7, *, asynchronous='y'//'es') n
  open (7, asynchronous=yes)
  !WARNING: bad-format
10 format (0f9.4)
  !WARNING: bad-format
20 format (f7.4, 21h the end is missing)
  !WARNING: bad-format
30 format (i3, q)
40 format (0pf9.4)
end subroutine
