program internal_procedures
  implicit none
  integer :: shared, i
  real :: table(3)
  shared = 1
  call add(4)
  call check(shared == 5, 'host variable')
  i = 10
  call hide()
  call check(i == 10, 'a local name hides the host name')
  table = 0
  call fill(table)
  call check(all(table == [1.0, 4.0, 9.0]), 'array of the host')
  call check(apply(square, 3) == 9 .and. apply(plus_shared, 3) == 8, 'internal procedures as arguments')
  call check(counter() == 1 .and. counter() == 2, 'saved variable')
  call check(total([1, 2, 3]) == 6, 'assumed shape')
  print '(a)', 'PASS'
contains
  subroutine add(n)
    integer, intent(in) :: n
    shared = shared + n
  end subroutine add
  subroutine hide()
    integer :: i
    i = 3
    shared = shared + i - 3
  end subroutine hide
  subroutine fill(t)
    real, intent(out) :: t(:)
    integer :: k
    do k = 1, size(t)
      t(k) = k * k
    end do
  end subroutine fill
  integer function square(n)
    integer, intent(in) :: n
    square = n * n
  end function square
  integer function plus_shared(n)
    integer, intent(in) :: n
    plus_shared = n + shared
  end function plus_shared
  integer function apply(f, n)
    interface
      integer function f(n)
        integer, intent(in) :: n
      end function f
    end interface
    integer, intent(in) :: n
    apply = f(n)
  end function apply
  integer function counter()
    integer, save :: calls = 0
    calls = calls + 1
    counter = calls
  end function counter
  integer function total(a)
    integer, intent(in) :: a(:)
    total = sum(a)
  end function total
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program internal_procedures
