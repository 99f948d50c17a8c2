module parts
  implicit none
contains
  elemental real function clamp(x, low, high)
    real, intent(in) :: x, low, high
    clamp = max(low, min(high, x))
  end function clamp
  elemental subroutine swap(a, b)
    integer, intent(inout) :: a, b
    integer :: t
    t = a
    a = b
    b = t
  end subroutine swap
  pure function reversed(a) result(r)
    integer, intent(in) :: a(:)
    integer :: r(size(a))
    r = a(size(a):1:-1)
  end function reversed
  pure integer function fact(n)
    integer, intent(in) :: n
    integer :: i
    fact = 1
    do i = 2, n
      fact = fact * i
    end do
  end function fact
end module parts

program elemental_pure
  use parts
  implicit none
  integer :: a(3) = [1, 2, 3], b(3) = [7, 8, 9], i
  real :: m(2, 2)
  call check(clamp(5.0, 0.0, 1.0) == 1.0, 'scalar')
  call check(all(clamp([-1.0, 0.5, 2.0], 0.0, [1.0, 1.0, 1.5]) == [0.0, 0.5, 1.5]), 'arrays and scalars')
  m = reshape([1.0, 2.0, 3.0, 4.0], [2, 2])
  m = clamp(m, 2.0, 3.0)
  call check(sum(m) == 10.0, 'two dimensions')
  call swap(a, b)
  call check(all(a == [7, 8, 9]) .and. all(b == [1, 2, 3]), 'elemental subroutine')
  call swap(a(1:2), b(2:3))
  call check(all(a == [2, 3, 9]) .and. all(b == [1, 7, 8]), 'sections')
  call check(all(reversed([1, 2, 3]) == [3, 2, 1]), 'array result')
  call check(sum([(fact(i), i = 1, 4)]) == 33, 'in a constructor')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program elemental_pure
