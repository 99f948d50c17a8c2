! data statements for parts of arrays that share storage: elements without values leave it to the other variables. Alternate returns of dummy procedures,
! what a pointer function points to as an argument, and the types of allocatables that hold nothing.
subroutine chooser(i, *, *)
  integer :: i
  return i
end subroutine
subroutine through(reader, i, res)
  external :: reader
  integer :: i
  character(3) :: res
  call reader(i, *1, *2)
  res = 'non'
  return
1 res = 'one'
  return
2 res = 'two'
end subroutine
block data shared
  common /block/ m(6)
  real :: x(6)
  character(4) :: text(6)
  logical :: l
  equivalence (m, x, text), (l, m(6))
  data m(1), m(3) /11, 33/, x(2) /2.5/, (text(i), i=4, 5) /'four', 'five'/, l /.true./
end block data
program data_in_shared_storage
  common /block/ m(6)
  real :: x(6)
  character(4) :: text(6)
  logical :: l
  equivalence (m, x, text), (l, m(6))
  external :: chooser
  character(3) :: res
  integer, target :: z = 0
  integer :: a(4), b
  equivalence (b, a(3))
  data b /3/, a(1), a(2), a(4) /1, 2, 4/
  type base
  end type
  type, extends(base) :: extension
  end type
  class(base), allocatable :: p, q, none
  class(*), allocatable :: u, v
  if (m(1) /= 11 .or. x(2) /= 2.5 .or. m(3) /= 33) error stop 'block data: numbers'
  if (text(4) /= 'four' .or. text(5) /= 'five' .or. .not. l) error stop 'block data: others'
  if (any(a /= [1, 2, 3, 4])) error stop 'equivalence'
  call through(chooser, 1, res)
  if (res /= 'one') error stop 'first alternate return'
  call through(chooser, 2, res)
  if (res /= 'two') error stop 'second alternate return'
  call through(chooser, 3, res)
  if (res /= 'non') error stop 'no alternate return'
  call set(pointing())
  if (z /= 1) error stop 'pointer function as an argument'
  allocate (extension :: p)
  call move_alloc(p, q)
  if (.not. same_type_as(p, none) .or. same_type_as(p, q)) error stop 'moved from'
  allocate (u, source=1)
  allocate (v, source=2)
  if (.not. same_type_as(u, v)) error stop 'unlimited'
  deallocate (u)
  if (same_type_as(u, v)) error stop 'nothing has no type'
  print *, 'PASS'
contains
  function pointing() result(r)
    integer, pointer :: r
    r => z
  end function
  subroutine set(i)
    integer, intent(out) :: i
    i = 1
  end subroutine
end program
