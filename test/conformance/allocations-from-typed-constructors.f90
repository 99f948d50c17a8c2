! `::` within the source of an allocate statement.
program allocations_from_typed_constructors
  implicit none
  type point
    real :: x, y
  end type
  character(:), allocatable :: words(:), w(:)
  type(point), allocatable :: p(:)
  integer, allocatable :: n(:), m(:)
  logical :: good = .true.
  integer :: status
  allocate (words, source=[character(5) :: 'a', 'bcd'])
  if (len(words) /= 5 .or. any(words /= ['a  ', 'bcd'])) good = .false.
  allocate (w, mold=(/ character(2) :: words /), stat=status)
  if (len(w) /= 2 .or. size(w) /= 2 .or. status /= 0) good = .false.
  allocate (p, source=[point :: point(1, 2), point(3, 4)])
  if (any(p%y /= [2., 4.])) good = .false.
  allocate (n, m, source=[integer :: 1, 2, [integer :: 3, 4]])
  if (any(n /= [1, 2, 3, 4]) .or. any(m /= n)) good = .false.
  deallocate (n)
  allocate (n(size([real :: 1., 2., 3.])))
  if (size(n) /= 3) good = .false.
  print '(a)', merge('PASS', 'FAIL', good)
end program
