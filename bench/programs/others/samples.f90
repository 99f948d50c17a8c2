! Numbers that both sides begin with, and sums that tell their results apart.
module samples
  implicit none
contains
  elemental function sample(i) result(x)
    integer, intent(in) :: i
    real :: x
    x = 0.1 + real(iand(i*1103515 + 12345, 65535))/65536.0
  end function sample

  elemental function key(i) result(x)
    integer, intent(in) :: i
    integer :: x
    x = iand(ieor(i*40503, ishft(i, -7)*9973), 1048575)
  end function key

  function weighed4(a, n) result(s)
    integer, intent(in) :: n
    real, intent(in) :: a(n)
    real(8) :: s
    integer :: i
    s = 0
    do i = 1, n
       s = s + dble(a(i))*(1 + mod(i, 7))
    end do
  end function weighed4

  function weighed8(a, n) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8) :: s
    integer :: i
    s = 0
    do i = 1, n
       s = s + a(i)*(1 + mod(i, 7))
    end do
  end function weighed8

  function weighed_integers(a, n) result(s)
    integer, intent(in) :: n
    integer, intent(in) :: a(n)
    real(8) :: s
    integer :: i
    s = 0
    do i = 1, n
       s = s + dble(a(i))*(1 + mod(i, 7))
    end do
  end function weighed_integers
end module samples
