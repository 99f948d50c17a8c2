! Quotients and remainders of numbers of one and two bytes, by constants, against reals; numbers that are cut to their kind.
program short_quotients
  implicit none
  integer, parameter :: n = 203
  integer(1) :: a(-1:n), b(n), c(n), d(n), e(n)
  integer(2) :: s(n), t(n), u(n)
  integer :: i, j, k, bad, v, x
  bad = 0
  do i = -1, n
    a(i) = int(mod(i*37 + 11, 256) - 128, 1)
  end do
  do i = 1, n
    s(i) = int(a(i), 2)*257_2 + int(mod(i, 3), 2)
  end do
  s(1) = -32767_2 - 1_2
  s(2) = 32767_2
  do k = 1, 3
    do i = 1, n
      v = (int(a(i - 1)) + 2*int(a(i)) + int(a(i - 2)))/6
      b(i) = int(max(-100, min(99, v)), 1)
    end do
    do i = 1, n
      c(i) = int(mod(int(a(i))*int(a(i-1)), 100), 1)
    end do
    do i = 1, n
      d(i) = int(mod(i*k*3 + i*i, 256) - 128, 1)
    end do
    do i = 1, n
      e(i) = int(mod(a(i)*3 - 7*k, -11) + (a(i) - 5)/(-3) + merge(1, 0, a(i)/2 > 7), 1)
    end do
    do i = 1, n
      t(i) = s(i)/7_2 + mod(s(i), 1000_2)/3_2
    end do
    do i = 1, n
      u(i) = int(s(i)/(-32767) + mod(int(s(i)), -10000) + s(i)/2 - s(i)/32 + mod(int(s(i)), 2), 2)
    end do
    do i = 1, n
      x = check(int(a(i - 1)), int(a(i)), int(a(i - 2)))
      if (b(i) /= max(-100, min(99, x))) bad = bad + 1
      if (c(i) /= a_mod(int(a(i))*int(a(i-1)), 100)) bad = bad + 100
      if (d(i) /= wrap(a_mod(i*k*3 + i*i, 256) - 128)) bad = bad + 10000
      if (e(i) /= wrap(a_mod(a(i)*3 - 7*k, -11) + quot(a(i) - 5, -3) + merge(1, 0, quot(int(a(i)), 2) > 7))) bad = bad + 1000000
      if (t(i) /= quot(int(s(i)), 7) + quot(a_mod(int(s(i)), 1000), 3)) bad = bad + 10000000
      v = quot(int(s(i)), -32767) + a_mod(int(s(i)), -10000) + quot(int(s(i)), 2) - quot(int(s(i)), 32) + a_mod(int(s(i)), 2)
      if (u(i) /= transfer(int(ibits(v, 0, 16)), 1_2)) bad = bad + 100000000
    end do
  end do
  print *, bad
  call pixels()
contains
  subroutine pixels()
    integer(1) :: r(0:255), g(0:255), o(0:255), p(0:255), q(0:255)
    integer :: wrong
    wrong = 0
    do i = 0, 255
      r(i) = int(i - 128, 1)
      g(i) = int(mod(i*91, 256) - 128, 1)
    end do
    do i = 0, 255
      o(i) = int((iand(int(r(i)), 255) + iand(int(g(i)), 255))/2 - 128, 1)
      p(i) = int((iand(int(r(i)), 255)*3 + iand(int(g(i)), 255)*5)/10 - 128, 1)
      q(i) = int(mod(int(r(i)), 7)*9 + g(i)/3 - mod(g(i)/10, 4), 1)
    end do
    do i = 0, 255
      k = iand(i - 128, 255) + iand(int(g(i)), 255)
      if (o(i) /= quot(k, 2) - 128) wrong = wrong + 1
      if (p(i) /= wrap(quot(iand(i - 128, 255)*3 + iand(int(g(i)), 255)*5, 10) - 128)) wrong = wrong + 1000
      if (q(i) /= wrap(a_mod(i - 128, 7)*9 + quot(int(g(i)), 3) - a_mod(quot(int(g(i)), 10), 4))) wrong = wrong + 1000000
    end do
    print *, wrong
  end subroutine
  integer function wrap(v)
    integer, intent(in) :: v
    wrap = iand(v, 255)
    if (wrap > 127) wrap = wrap - 256
  end function
  integer function quot(a, b)
    integer, intent(in) :: a, b
    quot = int(aint(real(a, 8)/real(b, 8)))
  end function
  integer function a_mod(a, b)
    integer, intent(in) :: a, b
    a_mod = a - quot(a, b)*b
  end function
  integer function check(p, q, r)
    integer, intent(in) :: p, q, r
    check = quot(p + 2*q + r, 6)
  end function
end program
