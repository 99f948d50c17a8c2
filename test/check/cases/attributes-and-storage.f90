! Words of declarations that exclude each other; common blocks and equivalences; names that a module gives already; values that intrinsics cannot take.
module gives
  implicit none
  integer :: n
  integer, protected :: fixed
  type pair
    integer :: a, b
  end type pair
contains
  subroutine work()
  end subroutine work
end module gives

subroutine words(d)
  implicit none
  !ERROR: conflicting-attributes
  integer, parameter, save :: one = 1
  !ERROR: conflicting-attributes
  real, external :: f = 0
  !ERROR: conflicting-attributes
  intrinsic :: nint
  external :: nint
  !ERROR: outside-module
  integer, private :: hidden
  !ERROR: outside-module
  integer, protected :: safe
  !ERROR: conflicting-attributes
  integer, intent(in), volatile :: d
end subroutine words

subroutine storage(d)
  implicit none
  integer :: d, i, j, k, m
  !ERROR: conflicting-attributes
  integer, target :: t
  !ERROR: common-object
  common /one/ d
  !ERROR: common-object
  common /two/ i, i
  !ERROR: common-object
  common /three/ j
  common /four/ j
  !ERROR: equivalence-conflict
  equivalence (k)
  equivalence (t, m)
end subroutine storage

program attributes_and_storage
  use gives, only: n, fixed, pair, work
  implicit none
  !WARNING: redeclared
  integer :: n
  !WARNING: redeclared
  type pair
  end type pair
  integer :: i
  integer(8) :: long
  long = 0
  i = 0
  print *, ibset(long, 32), ishft(i, -32), shiftl(i, 32), ibits(i, 30, 2)
  !ERROR: intrinsic-value
  i = ibset(i, 32)
  !ERROR: intrinsic-value
  i = ishft(i, 33)
  !ERROR: intrinsic-value
  i = ibits(i, 30, 3)
  !ERROR: intrinsic-value
  call mvbits(i, 0, 1, long, 64)
  !ERROR: intrinsic-value
  print *, repeat('ab', -1), char(65)
  !ERROR: intrinsic-value
  print *, achar(256)
  !ERROR: intrinsic-shapes
  print *, reshape([1, 2, 3], [2, 2])
  print *, reshape([1, 2, 3], [2, 2], [0]), reshape([1, 2, 3, 4], [2, 2], order=[2, 1])
  !ERROR: intrinsic-dimension
  print *, reshape([1, 2, 3, 4], [2, 2], order=[2, 2])
  !ERROR: intrinsic-shapes
  print *, pack([1, 2, 3], [.true., .true., .false.], [0])
contains
  subroutine seeds(values)
    integer, intent(in) :: values(:)
    real :: r
    call random_number(r)
    call random_seed(put=values)
    !ERROR: intrinsic-variable
    call random_seed(get=values)
  end subroutine seeds
end program attributes_and_storage
