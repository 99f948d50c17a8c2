! options: -fast
! Elementary functions in loops, which are vectorised, against calls of them one by one: at most two units in the last place apart, and alike where they are special.
module one_by_one
  implicit none
  abstract interface
    real(8) function of_double(x)
      real(8), intent(in) :: x
    end function
    real(4) function of_single(x)
      real(4), intent(in) :: x
    end function
  end interface
contains
  real(8) function exp8(x)
    real(8), intent(in) :: x
    exp8 = exp(x)
  end function
  real(8) function log8(x)
    real(8), intent(in) :: x
    log8 = log(x)
  end function
  real(8) function sin8(x)
    real(8), intent(in) :: x
    sin8 = sin(x)
  end function
  real(8) function cos8(x)
    real(8), intent(in) :: x
    cos8 = cos(x)
  end function
  real(4) function exp4(x)
    real(4), intent(in) :: x
    exp4 = exp(x)
  end function
  real(4) function log4(x)
    real(4), intent(in) :: x
    log4 = log(x)
  end function
  real(4) function sin4(x)
    real(4), intent(in) :: x
    sin4 = sin(x)
  end function
  real(4) function cos4(x)
    real(4), intent(in) :: x
    cos4 = cos(x)
  end function
end module

program math_in_loops
  use one_by_one
  use, intrinsic :: ieee_arithmetic
  implicit none
  integer, parameter :: n = 3001
  real(8) :: x(n), y(n)
  real(4) :: u(n), v(n)
  procedure(of_double), pointer :: f
  procedure(of_single), pointer :: g
  integer :: i
  do i = 1, n
    x(i) = (i - 1500)*0.4321d0
  end do
  x(1:12) = [0d0, -0d0, 1d0, -1d0, 1d300, -1d300, 1d-310, tiny(1d0), 709.5d0, -745d0, 1.2345d7, 3.14159265358979d0]
  x(13) = ieee_value(1d0, ieee_positive_inf)
  x(14) = ieee_value(1d0, ieee_negative_inf)
  x(15) = ieee_value(1d0, ieee_quiet_nan)
  u = real(x, 4)
  do i = 1, n
    y(i) = exp(x(i))
  end do
  f => exp8
  call double('exp')
  do i = 1, n
    y(i) = log(x(i))
  end do
  f => log8
  call double('log')
  do i = 1, n
    y(i) = sin(x(i))
  end do
  f => sin8
  call double('sin')
  do i = 1, n
    y(i) = cos(x(i))
  end do
  f => cos8
  call double('cos')
  do i = 1, n
    v(i) = exp(u(i))
  end do
  g => exp4
  call single('exp')
  do i = 1, n
    v(i) = log(u(i))
  end do
  g => log4
  call single('log')
  do i = 1, n
    v(i) = sin(u(i))
  end do
  g => sin4
  call single('sin')
  do i = 1, n
    v(i) = cos(u(i))
  end do
  g => cos4
  call single('cos')
  ! Where not all iterations take part, inside each other, and in a sum.
  do i = 1, n
    if (x(i) > 0 .and. x(i) < 600) y(i) = log(exp(sin(x(i))) + exp(cos(x(i))))
  end do
  print '(a,f9.6)', 'inside each other ', sum(y(1600:2000))/401
  y(1) = 0
  do i = 1600, 2000
    y(1) = y(1) + exp(-x(i)*0.001d0)
  end do
  print '(a,f11.6)', 'sum ', y(1)
contains
  subroutine double(name)
    character(*), intent(in) :: name
    real(8) :: expected
    integer(8) :: apart, most
    most = 0
    do i = 1, n
      expected = f(x(i))
      if (ieee_is_nan(expected) .and. ieee_is_nan(y(i))) cycle
      apart = abs(transfer(expected, 0_8) - transfer(y(i), 0_8))
      most = max(most, apart)
    end do
    print '(3a,l2)', 'double ', name, ':', most <= 2
  end subroutine
  subroutine single(name)
    character(*), intent(in) :: name
    real(4) :: expected
    integer :: apart, most
    most = 0
    do i = 1, n
      expected = g(u(i))
      if (ieee_is_nan(expected) .and. ieee_is_nan(v(i))) cycle
      apart = abs(transfer(expected, 0) - transfer(v(i), 0))
      most = max(most, apart)
    end do
    print '(3a,l2)', 'single ', name, ':', most <= 1
  end subroutine
end program
