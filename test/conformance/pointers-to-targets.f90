! Pointer dummies that get targets: bounds as after a pointer assignment; results of functions that are pointers, associated or not.
program pointers_to_targets
  implicit none
  integer, target :: x(2:5, 4:7), one(-3:3), known(5)
  integer, allocatable, target :: a(:)
  integer, pointer :: p(:)
  logical :: good = .true.
  x = 1
  allocate (a(7:9), p(3:4))
  call check(lower(one), -3)
  call check(lower(a), 7)
  call check(lower(p), 3)
  call check(lower(one(-2:0)), 1)
  call check(any_lower(x), 2)
  call check(any_lower(x(3:4, 5:6)), 1)
  call check(any_lower(one), -3)
  call check(passed(one), 1)
  call check(held(nothing()), 0)
  call check(held(something(5)), 5)
  call check(any_lower(nothing()), 99)
  known = [1, 2, 3, 4, 5]
  call by_another_name(known)
  if (good) print '(a)', 'PASS'
contains
  integer function lower(q)
    integer, pointer, intent(in) :: q(:)
    lower = lbound(q, 1)
  end function lower
  integer function any_lower(q)
    integer, pointer, intent(in) :: q(..)
    any_lower = 99
    if (rank(q) > 0) any_lower = lbound(q, 1)
  end function any_lower
  ! What a target dummy stands for has another name here.
  subroutine by_another_name(q)
    integer, target, intent(inout) :: q(:)
    known(2:) = q(:4)
    call check(known(5), 4)
    q(:4) = known(2:) + 1
    call check(known(4), 5)
    where (q(2:) > 0) known(:4) = q(2:) + known(:4)
    call check(known(1), 5)
    call check(known(4), 9)
  end subroutine by_another_name
  integer function passed(q)
    integer, target, intent(in) :: q(..)
    passed = any_lower(q)
  end function passed
  integer function held(q)
    integer, pointer, intent(in) :: q
    held = 0
    if (associated(q)) held = q
  end function held
  function nothing() result(q)
    integer, pointer :: q
    nullify (q)
  end function nothing
  function something(n) result(q)
    integer, intent(in) :: n
    integer, pointer :: q
    allocate (q, source=n)
  end function something
  subroutine check(found, wanted)
    integer, intent(in) :: found, wanted
    if (found == wanted) return
    good = .false.
    print *, found, wanted
  end subroutine check
end program pointers_to_targets
