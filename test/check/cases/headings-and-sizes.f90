! Type parameters, localities of loops, labels, ends of interfaces, and arguments whose size intrinsics ask for.
module parameters
  implicit none
  !ERROR: type-parameters
  type one(k, l)
    integer, kind :: k = 4
    real(k) :: x
  end type one
  type two(k)
    integer, kind :: k = 4
    !ERROR: type-parameters
    integer, len :: n = 3
  end type two
  type three(k)
    !ERROR: type-parameters
    integer, kind, private :: k = 4
  end type three
  interface first
    procedure :: f
  !WARNING: wrong-end-name
  end interface second
  interface operator(+)
    procedure :: g
  end interface operator(+)
  interface
    module subroutine described(n)
      integer, intent(in) :: n
    end subroutine described
  end interface
  type node
    type(node), allocatable :: next
  end type node
contains
  integer function f(n)
    integer, intent(in) :: n
    f = n
  end function f
  integer function g(a, b)
    type(node), intent(in) :: a, b
    g = merge(1, 0, allocated(a%next)) + merge(1, 0, allocated(b%next))
  end function g
  !ERROR: not-pure
  pure real function applied(h)
    interface
      real function h(x)
        real, intent(in) :: x
      end function h
    end interface
    applied = 1
  end function applied
  subroutine loops(a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer :: i
    real :: t, total
    total = 0
    do concurrent (i = 1:n) default(none) shared(a) local(t) reduce(+: total)
      t = a(i)
      total = total + t
    end do
    !ERROR: locality
    do concurrent (i = 1:n) local(t) reduce(+: t)
      t = t + a(i)
    end do
    do concurrent (i = 1:n) default(none) shared(a)
      !ERROR: locality
      t = a(i)
    end do
    !ERROR: bad-label
0   continue
    !ERROR: bad-label
123456 continue
  end subroutine loops
  subroutine sizes(list)
    type(node), intent(inout) :: list
    integer :: seed(2), a(2, 3), b(2, 3)
    character(4) :: texts(3)
    !ERROR: intrinsic-shapes
    call random_seed(put=seed)
    !ERROR: intrinsic-shapes
    b = eoshift(a, 1, [1, 2])
    b = eoshift(a, 1, [1, 2, 3])
    !ERROR: intrinsic-value
    b = maskl(33)
    b(1, 1) = int(maskr(40, 8))
    !ERROR: unit-type
    read (texts([2, 1]), '(i4)') a(1, 1)
    !ERROR: intrinsic-argument
    call move_alloc(list%next, list%next%next)
    !ERROR: missing-unit
    flush (iostat=a(1, 1))
    flush (6)
  end subroutine sizes
end module parameters

submodule (parameters) inside
contains
  !WARNING: separate-differs
  subroutine described(n)
    integer, intent(in) :: n
    print *, n
  end subroutine described
end submodule inside

subroutine leaving(a, n)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: a(n)
  integer :: i, j
  outer: do i = 1, n
    inner: do concurrent (j = 1:n)
      if (a(j) == 1) cycle
      !ERROR: leaves-concurrent
      if (a(j) == 2) exit
      !ERROR: leaves-concurrent
      if (a(j) == 3) cycle outer
      !ERROR: leaves-concurrent
      if (a(j) == 4) return
      !ERROR: loop-variable-set
      j = 2
      a(j) = i
    end do inner
    if (a(i) == 5) exit outer
  end do outer
  !ERROR: locality
  forall (i = 1:n, i = 1:2) a(i) = 1
  forall (i = 1:n)
    !ERROR: loop-variable-set
    i = 1
  end forall
end subroutine leaving
