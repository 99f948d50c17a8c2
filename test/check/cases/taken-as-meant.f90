! What is accepted with a warning, although the standard forbids it.
module m
contains
  subroutine s(a, b, c, n)
    integer, intent(in) :: n
    !WARNING: needless-contiguous
    real, contiguous :: a(n)
    !WARNING: last-extent-unknown
    real :: b(n, k)
    !ERROR: size-unknown
    real :: c(k, n)
    integer :: k
    logical :: l
    k = 1
    l = a(1) > b(1, k) + c(1, 1)
    !WARNING: logical-selector
    select case (l)
    case (1)
      k = 2
    end select
  end subroutine s
end module m
program p
  integer :: n = 3, never
  !WARNING: size-from-variable
  real :: a(n)
  !ERROR: not-constant
  real :: b(never)
  a = 0
end program p
