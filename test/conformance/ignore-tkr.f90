! Dummies whose type, kind or rank is not checked; other directives are comments.
module free
  implicit none
  integer :: seen = 0
contains
  subroutine p(x, n)
!pgi$ ignore_tkr x
    integer, intent(in) :: n
    real :: x(*)
    seen = seen + n
  end subroutine p
  subroutine q(x, n)
!dir$ ignore_tkr (tkr) x
    integer, intent(in) :: n
    real :: x(*)
    seen = seen + n
  end subroutine q
  subroutine r(x, n)
!DIR$ IGNORE_TKR(r) x, (t) n
    integer, intent(in) :: n
    real :: x
    seen = seen + n * nint(x)
  end subroutine r
  subroutine s(x)
!GCC$ attributes no_arg_check :: x
    real :: x(*)
    seen = seen + 1000
  end subroutine s
  subroutine u(x)
!DEC$ ATTRIBUTES NO_ARG_CHECK :: x
    type(*) :: x(*)
    seen = seen + 10000
  end subroutine u
end module free

program ignore_tkr
  use free
  implicit none
  integer :: i(3) = 1, k
  complex :: z
!dir$ vector aligned
!dir$ "advice ' of another compiler
  do k = 1, 3
    i(k) = k
  end do
  call p(i, 1)
  call q(i(1), 10)
  call q(z, 20)
  call r([3.0, 2.0], 100)
  call s(i)
  call u(z)
  if (seen == 11331 .and. i(3) == 3) print '(a)', 'PASS'
  if (seen /= 11331) print *, seen
end program ignore_tkr
