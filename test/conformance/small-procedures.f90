! Small procedures of the host in loops: results that are arrays and records, arguments that meet, returns out of loops, internal and recursive procedures.
module points
  implicit none
  type point
    real :: v(3)
  end type
  type ray
    type(point) :: from
    real :: way(3)
    integer(1) :: mark
    integer, pointer :: seen
  end type
  interface operator(+)
    module procedure add
  end interface
  interface assignment(=)
    module procedure fromArray
  end interface
contains
  function add(a, b) result(c)
    type(point), intent(in) :: a, b
    type(point) :: c
    c%v = a%v + b%v
  end function
  subroutine fromArray(p, v)
    type(point), intent(out) :: p
    real, intent(in) :: v(3)
    p%v = v
  end subroutine
  function cross(a, b) result(c)
    real, intent(in) :: a(3), b(3)
    real :: c(3)
    c(1) = a(2)*b(3) - a(3)*b(2)
    c(2) = a(3)*b(1) - a(1)*b(3)
    c(3) = a(1)*b(2) - a(2)*b(1)
  end function
  function towards(from, to, seen) result(r)
    type(point), intent(in) :: from
    real, intent(in) :: to(3)
    integer, target :: seen
    type(ray) :: r
    r%from = from
    r%way = to - from%v
    r%mark = 5_1
    r%seen => seen
  end function
  ! The variable of the loop is the result, and is set anew where the loop ends.
  integer function place(list, wanted) result(i)
    integer, intent(in) :: list(:), wanted
    do i = 1, size(list)
      if (list(i) /= wanted) cycle
      return
    end do
    i = -1
  end function
  subroutine swap(a, b)
    real, intent(inout) :: a, b
    real :: t
    t = a
    a = b
    b = t
  end subroutine
  recursive integer function fib(n) result(f)
    integer, intent(in) :: n
    if (n < 2) then
      f = n
    else
      f = fib(n - 1) + fib(n - 2)
    end if
  end function
  real function scaled(x, by)
    real, intent(in) :: x
    real, intent(in), optional :: by
    scaled = x
    if (present(by)) scaled = x * by
  end function
  subroutine work(n, total)
    integer, intent(in) :: n
    real, intent(out) :: total
    integer :: i, j
    type(point) :: p, q
    type(ray) :: r, s
    integer, target :: seen
    total = 0
    seen = 0
    do j = 1, n
      p = [1.0, 2.0, real(j)]
      do i = 1, 3
        q = cross(p%v, [0.0, 1.0, 0.0])
        p = p + q
        r = towards(p, q%v, seen)
        s = r
        s%seen = s%seen + 1
        call swap(s%way(1), s%way(3))
        total = total + scaled(s%way(1)) + scaled(s%from%v(2), by=2.0) + s%mark + seen
      end do
    end do
  end subroutine
end module
program small_procedures
  use points
  implicit none
  real :: total, list(4)
  integer :: i, places(5)
  logical :: ok
  do i = 1, 5
    places(i) = place([9, 8, 7, 6], 11 - i)
  end do
  ok = all(places == [-1, 1, 2, 3, 4])
  list = [1, 2, 3, 4]
  do i = 1, 3
    call swap(list(i), list(i + 1))
  end do
  ok = ok .and. all(list == [2, 3, 4, 1]) .and. fib(10) == 55
  call work(4, total)
  ok = ok .and. total == expected(4)
  call work(1, total)
  ok = ok .and. total == expected(1)
  print *, merge('PASS', 'FAIL', ok)
contains
  ! The same, written out.
  real function expected(n)
    integer, intent(in) :: n
    real :: p(3), q(3)
    integer :: i, j, seen
    expected = 0
    seen = 0
    do j = 1, n
      p = [1.0, 2.0, real(j)]
      do i = 1, 3
        q = [-p(3), 0.0, p(1)]
        p = p + q
        seen = seen + 1
        expected = expected + (q(3) - p(3)) + 2*p(2) + 5 + seen
      end do
    end do
  end function
end program
