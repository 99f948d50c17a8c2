subroutine host(n)
  integer, intent(in) :: n
  integer :: total, other
  real :: a(n)
  total = 0
  other = 1
  a = 2
  call add(3)
  call apply(add)
contains
  subroutine add(k)
    integer, intent(in) :: k
    total = total + k + n + int(a(1))
  end subroutine add
  subroutine apply(f)
    interface
      subroutine f(k)
        integer, intent(in) :: k
      end subroutine f
    end interface
    call f(1)
  end subroutine apply
end subroutine host
