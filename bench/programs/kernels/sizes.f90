module sizes
  implicit none
  integer, parameter :: long = 16*1024*1024, tile = 32, rows = 8, cube = 128, plane = 2048, order = 1024
  integer, parameter :: bodies = 4096, options = 1024*1024, walkers = 65536, draws = 200
  integer, parameter :: many = 8*1024*1024, keys = 256*1024, wide = 512, high = 256
  ! The first derivative from four neighbours on each side.
  real, parameter :: c1 = 0.8, c2 = -0.2, c3 = 4.0/105.0, c4 = -1.0/280.0
contains
  ! A number that changes when any element does or moves.
  function weighed(a, n) result(s)
    integer, intent(in) :: n
    real, intent(in) :: a(n)
    real(8) :: s
    integer :: i
    s = 0
    do i = 1, n
       s = s + dble(a(i))*mod(i, 1021)
    end do
  end function weighed

  function weighed8(a, n) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8) :: s
    integer :: i
    s = 0
    do i = 1, n
       s = s + a(i)*mod(i, 1021)
    end do
  end function weighed8

  function weighed_integers(a, n) result(s)
    integer, intent(in) :: n
    integer, intent(in) :: a(n)
    real(8) :: s
    integer :: i
    s = 0
    do i = 1, n
       s = s + dble(a(i))*mod(i, 1021)
    end do
  end function weighed_integers

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
end module sizes
