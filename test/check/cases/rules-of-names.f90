! Names that say two things at once, statements that stand too late, results that share a place.
module settings
  implicit none
  private
  public :: input, plate
  real :: step
  !ERROR: private-in-namelist
  namelist /input/ step
  !ERROR: duplicate-declaration
  type plate
    real :: width
  end type plate
  real :: plate
  enum, bind(c)
    enumerator :: red, green
    !ERROR: duplicate-declaration
    enumerator :: blue, red
  end enum
contains
  function label(n)
    !ERROR: assumed-length
    character(*) :: label
    integer, intent(in) :: n
    label = repeat('x', n)
  end function label
  subroutine own(x)
    real, intent(in) :: x
    !ERROR: duplicate-declaration
    integer :: own
    print *, x
  end subroutine own
  function half(x) result(y)
    real, intent(in) :: x
    real :: y
    !ERROR: duplicate-declaration
    real :: half
    y = x / 2
  end function half
  integer function twice(n)
    integer, intent(in) :: n
    !WARNING: repeated-attribute
    integer :: twice
    twice = 2 * n
  end function twice
  integer function counted()
    integer, save :: n = 0
    n = n + 1
    counted = n
  end function counted
  subroutine sized()
    !ERROR: size-unknown
    real :: a(counted())
    a = 0
  end subroutine sized
  pure subroutine quiet(n)
    integer, intent(inout) :: n
    !ERROR: not-pure
    integer, volatile :: m
    m = n
    n = m
  end subroutine quiet
end module settings

subroutine late
  integer :: n
  !ERROR: late-implicit
  implicit none
  n = 1
end subroutine late

subroutine twofold
  implicit none
  !ERROR: late-implicit
  implicit none
  !ERROR: late-implicit
  implicit real(a-h)
end subroutine twofold

real function first()
  !ERROR: entry-result
  real :: second(3)
  first = 1
  return
  entry second()
  second = 2
end function first

program names
  implicit none
  !ERROR: unknown-intrinsic
  intrinsic :: sinus
  !ERROR: common-object
  save /nowhere/
  real :: width
  interface
    real function measured(x)
      real, intent(in) :: x
    end function measured
  end interface
  !ERROR: duplicate-declaration
  real :: measured
  !WARNING: name-of-unit
  integer :: names
  external :: free
  !ERROR: keyword-without-interface
  call free(width=1.0)
end program names

block data more
  real :: inside, outside
  common /shared_one/ inside
  data inside /1.0/
end block data more

block data much
  !ERROR: common-object
  real :: alone = 1.0
end block data much
