! Internal procedures that are passed on by recursive hosts: each sees the variables of the call that passed it, also after inner calls have passed theirs.
module recursive_hosts
  implicit none
  integer :: seen(4) = 0, count = 0
contains
  recursive integer function outer(f, level) result(r)
    interface
      integer function f()
      end function
    end interface
    integer, intent(in) :: level
    call note(f())
    r = host(2, level - 1)
    call note(f())
  end function

  recursive integer function host(y, level) result(r)
    integer, intent(in) :: y, level
    integer :: x
    x = y
    r = 1
    if (level > 1) r = outer(own, level)
  contains
    integer function own()
      own = x
    end function
  end function

  subroutine note(n)
    integer, intent(in) :: n
    count = count + 1
    seen(count) = n
  end subroutine
end module

program test_recursive_hosts
  use recursive_hosts
  implicit none
  if (host(3, 3) /= 1) error stop 1
  if (any(seen /= [3, 2, 2, 3])) error stop 2
  print *, 'PASS'
end program
