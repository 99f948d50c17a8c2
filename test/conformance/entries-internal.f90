! Entries of procedures that have internal procedures, which use the dummies and variables of every entrance.
module counters
  implicit none
  integer :: calls = 0
contains
  subroutine start(a, n)
    integer, intent(inout) :: a(:)
    integer, intent(in) :: n, m
    integer :: total
    total = 1
    call add(n)
    a = a + total
    return
  entry again(a, n, m)
    total = 10
    call add(n * m)
    if (m > 1) call deeper(m)
    a = a + total
  contains
    subroutine add(by)
      integer, intent(in) :: by
      calls = calls + 1
      total = total + by + size(a)
    end subroutine add
    subroutine deeper(by)
      integer, intent(in) :: by
      call add(by + n)
    end subroutine deeper
  end subroutine start
end module counters

integer function twice(i)
  implicit none
  integer, intent(in) :: i
  integer :: thrice
  twice = times(2)
  return
entry thrice(i)
  thrice = times(3)
contains
  integer function times(k)
    integer, intent(in) :: k
    times = k * i
  end function times
end function twice

program entries_internal
  use counters
  implicit none
  integer :: a(2) = [100, 200]
  integer, external :: twice, thrice
  logical :: good = .true.
  call start(a, 5)
  if (any(a /= [108, 208])) good = .false.
  call again(a, 2, 3)
  if (any(a /= [133, 233])) good = .false.
  if (calls /= 3) good = .false.
  if (twice(4) /= 8 .or. thrice(5) /= 15) good = .false.
  if (.not. good) print *, a, calls, twice(4), thrice(5)
  if (good) print '(a)', 'PASS'
end program entries_internal
