module purity_and_sizes
  implicit none
  integer :: outside
contains
  pure subroutine writes(n)
    integer, intent(out) :: n
    !ERROR: not-pure
    integer, save :: calls
    n = 1
    !ERROR: not-pure
    outside = 1
    !ERROR: not-pure
    print *, n
    !ERROR: not-pure
    call impure_one(n)
  end subroutine
  pure integer function changes(n)
    !ERROR: not-pure
    integer, intent(inout) :: n
    changes = n
  end function
  subroutine impure_one(n)
    integer :: n
    n = outside
  end subroutine
  subroutine loops(n)
    integer :: n, i, k(10)
    real :: r
    do concurrent (i = 1:n)
      !ERROR: not-pure
      call impure_one(k(i))
    end do
    do concurrent (i = 1:n)
      !ERROR: not-pure
      call random_number(r)
    end do
  end subroutine
  subroutine sizes(given, maybe, late)
    integer, intent(in) :: given
    integer, optional :: maybe
    integer, intent(out) :: late
    integer :: own
    real :: a(given), b(size(a)), c(outside)
    !ERROR: size-unknown
    real :: d(own)
    !ERROR: size-unknown
    real :: e(maybe)
    !ERROR: size-unknown
    character(late) :: f
    !ERROR: initial-value
    real :: g(given) = 0
    !ERROR: conflicting-attributes
    real, save :: h(given)
    late = 1
  end subroutine
  subroutine attributes(d, v, w)
    !ERROR: initial-value
    integer :: d = 1
    !ERROR: conflicting-attributes
    integer, value, intent(out) :: v
    !ERROR: conflicting-attributes
    integer, save :: w
    !ERROR: conflicting-attributes
    integer, pointer, target :: p
    !ERROR: conflicting-attributes
    integer, contiguous :: c(3)
    !ERROR: initial-value
    integer, allocatable :: a = 1
  end subroutine
  subroutine choices(i, c, l, any, plain)
    integer :: i, plain
    character(3) :: c
    logical :: l
    class(*) :: any
    real :: v(3), m(2, 2)
    select case (i)
    case (1, 5:7)
    !ERROR: case-twice
    case (6)
    case (:0)
    case default
    !ERROR: case-twice
    case default
    end select
    select case (c)
    case ('a':'c')
    !ERROR: case-twice
    case ('b  ')
    end select
    select case (l)
    !ERROR: case-twice
    case (.false.:.true.)
    end select
    select type (any)
    type is (integer)
    !ERROR: case-twice
    type is (integer)
    end select
    !ERROR: selector-type
    select type (plain)
    class default
    end select
    !ERROR: shape-mismatch
    where (v > 0) m = 1
  end subroutine
end module
program main
  integer :: n
  !ERROR: not-constant
  real :: a(n)
end program
