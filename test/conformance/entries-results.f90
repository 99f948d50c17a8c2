! Functions whose entries return other things than the function: other types, pointers, lengths that the caller declares.
module measures
  implicit none
  type point
    real :: x = 1, y = 2
  end type point
contains
  integer function count_of(n)
    integer, intent(in) :: n
    real :: mean_of, middle
    logical :: many
    complex :: whirl
    count_of = 2 * n
    return
  entry mean_of(n)
    mean_of = n / 2.0
    return
  entry is_many(n) result(many)
    many = n > 10
    return
  entry whirl(n)
    whirl = cmplx(n, -n)
    return
  entry middle_of(n) result(middle)
    middle = 0.25 * n
  end function count_of

  function fresh(n) result(p)
    integer, intent(in) :: n, m
    integer, pointer :: p, q
    allocate (p)
    p = n + 1
    return
  entry doubled(m) result(q)
    allocate (q)
    q = 2 * m
  end function fresh

  ! An entrance without the dummy that the other one initialises.
  function started(a) result(sum)
    type(point), intent(out) :: a
    type(point), intent(in) :: b
    real :: sum
    sum = a%x + a%y
    return
  entry added(b) result(sum)
    sum = 10 * (b%x + b%y)
  end function started
end module measures

character(*) function part(text, from, to)
  character(*) :: text, rest
  integer :: from, to
  part = text(from:to)
  return
entry rest(text, from)
  rest = text(from:)
end function part

function made(i)
  use measures, only: point
  type(point) :: made, mirrored
  made = point(i, i + 1)
  return
entry mirrored(r)
  mirrored%x = -r
end function made

program entries_results
  use measures
  implicit none
  character(len=4) :: part
  character(len=6) :: rest
  type(point) :: made, mirrored, p
  integer, pointer :: a, b
  logical :: good = .true.
  call check(count_of(4) == 8)
  call check(mean_of(5) == 2.5)
  call check(is_many(11) .and. .not. is_many(10))
  call check(whirl(3) == (3.0, -3.0))
  call check(middle_of(6) == 1.5)
  a => fresh(6)
  b => doubled(6)
  call check(a == 7 .and. b == 12)
  deallocate (a, b)
  p = point(30, 40)
  call check(started(p) == 3)
  call check(added(point(3, 4)) == 70)
  call check(part('ABCDEFGH', 2, 4) == 'BCD ')
  call check(rest('ABCDEFGH', 4) // '|' == 'DEFGH |')
  p = made(3)
  call check(p%x == 3 .and. p%y == 4)
  p = mirrored(2.5)
  call check(p%x == -2.5)
  if (good) print '(a)', 'PASS'
contains
  subroutine check(ok)
    logical, intent(in) :: ok
    if (.not. ok) good = .false.
  end subroutine check
end program entries_results
