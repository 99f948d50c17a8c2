! Loops of the host that may run several turns at once, and those that must not: data that meet at all distances, arrays that share storage, sums, values
! that live on, steps, lengths that leave turns over. Each is compared with the same loop made to run turn by turn.
module one_by_one
  implicit none
contains
  ! Whatever calls it runs turn by turn.
  recursive function same(i) result(j)
    integer, intent(in) :: i
    integer :: j
    j = i
    if (i < -1000000) j = same(i + 1)
  end function
end module

module loops
  implicit none
contains
  subroutine shifted(a, n, d)
    integer, intent(in) :: n, d
    real, intent(inout) :: a(-20:n+20)
    integer :: i
    do i = 1, n
      a(i) = a(i + d) * 0.5 + real(i)
    end do
  end subroutine

  subroutine later(a, b, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(0:n+1), b(0:n+1)
    integer :: i
    do i = 1, n
      a(i) = b(i) + 1d0
      b(i) = a(i - 1) * 2d0
    end do
  end subroutine

  subroutine earlier(a, b, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(0:n+1), b(0:n+1)
    integer :: i
    do i = 1, n
      a(i) = b(i) + 1d0
      b(i) = a(i + 1) * 2d0
    end do
  end subroutine

  subroutine mixed(x, y, k, l, n)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    real(8), intent(inout) :: y(n)
    integer, intent(inout) :: k(n)
    integer(8), intent(inout) :: l(n)
    integer :: i
    real(8) :: t
    do i = 1, n
      t = sqrt(y(i)) + x(i)
      y(i) = t * 0.25d0
      k(i) = int(t) + i * 3
      l(i) = k(i) * 2_8 + i
      x(i) = merge(real(t), -x(i), i > n / 2)
    end do
  end subroutine

  subroutine pointed(p, q)
    real, pointer, intent(in) :: p(:), q(:)
    integer :: i
    do i = 1, size(p)
      p(i) = q(i) * 2.0 + 1.0
    end do
  end subroutine

  subroutine assumed(a, b)
    real, intent(inout) :: a(:)
    real, intent(in) :: b(:)
    a = a + sqrt(b) * 2.0
  end subroutine
end module

program host_loops
  use one_by_one
  use loops
  implicit none
  integer :: bad, n, d, i, last, ones
  real, target :: a(-20:140), b(-20:140), s(64)
  real(8) :: c(0:70), e(0:70), c2(0:70), e2(0:70)
  real :: x(40), x2(40)
  real(8) :: y(40), y2(40)
  integer :: k(40), k2(40), total, total2, low
  integer(8) :: l(40), l2(40), long, long2
  real, pointer :: p(:), q(:)
  complex :: z(30), w(30)
  integer(1) :: tiny(50)
  real(8) :: biggest, sum1, sum2, last_value
  bad = 0

  do n = 0, 40
    do d = -12, 12
      a = [(real(mod(i * 7, 23)), i = -20, 140)]
      b = a
      call shifted(a(-20:n+20), n, d)
      do i = 1, n
        b(same(i)) = b(i + d) * 0.5 + real(i)
      end do
      call check(all(a == b), 1)
    end do
  end do

  do n = 0, 30, 5
    c = [(real(i, 8), i = 0, 70)]
    e = [(real(3 * i, 8), i = 0, 70)]
    c2 = c
    e2 = e
    call later(c(0:n+1), e(0:n+1), n)
    do i = 1, n
      c2(same(i)) = e2(i) + 1d0
      e2(i) = c2(i - 1) * 2d0
    end do
    call check(all(c == c2) .and. all(e == e2), 2)
    c = [(real(i, 8), i = 0, 70)]
    e = [(real(3 * i, 8), i = 0, 70)]
    c2 = c
    e2 = e
    call earlier(c(0:n+1), e(0:n+1), n)
    do i = 1, n
      c2(same(i)) = e2(i) + 1d0
      e2(i) = c2(i + 1) * 2d0
    end do
    call check(all(c == c2) .and. all(e == e2), 3)
  end do

  do n = 0, 40, 3
    x = [(real(i), i = 1, 40)]
    y = [(real(i, 8) * 1.5d0, i = 1, 40)]
    k = 0
    l = 0
    x2 = x
    y2 = y
    k2 = k
    l2 = l
    call mixed(x, y, k, l, n)
    do i = 1, n
      last_value = sqrt(y2(same(i))) + x2(i)
      y2(i) = last_value * 0.25d0
      k2(i) = int(last_value) + i * 3
      l2(i) = k2(i) * 2_8 + i
      x2(i) = merge(real(last_value), -x2(i), i > n / 2)
    end do
    call check(all(x == x2) .and. all(y == y2) .and. all(k == k2) .and. all(l == l2), 4)
  end do

  ! The same storage by two names, at several distances and steps.
  do d = -9, 9
    a = [(real(i), i = -20, 140)]
    b = a
    p => a(1:60)
    q => a(1+d:60+d)
    call pointed(p, q)
    do i = 1, 60
      b(same(i)) = b(i + d) * 2.0 + 1.0
    end do
    call check(all(a == b), 5)
  end do
  a = [(real(i), i = -20, 140)]
  b = a
  p => a(1:60:2)
  q => a(2:60:2)
  call pointed(p, q)
  do i = 1, 60, 2
    b(same(i)) = b(i + 1) * 2.0 + 1.0
  end do
  call check(all(a == b), 6)
  a = [(real(abs(i)), i = -20, 140)]
  b = a
  call assumed(a(1:90:3), b(2:60:2))
  do i = 1, 30
    b(same(1)) = b(1)
  end do
  do i = 1, 30
    call check(a(3 * i - 2) == real(3 * i - 2) + sqrt(real(2 * i)) * 2.0, 7)
  end do
  a(1:60) = a(60:1:-1)
  call check(a(60) == real(1) + sqrt(2.0) * 2.0, 8)

  ! Sums keep their order where it matters.
  k = [(mod(i * 37, 41) - 20, i = 1, 40)]
  l = [(int(k(i), 8) * 3000000000_8, i = 1, 40)]
  y = [(1d0 / (i * i + 0.3d0), i = 1, 40)]
  do n = 0, 40, 7
    total = 5
    low = 100
    long = 1
    biggest = -1d300
    sum1 = 0
    ones = 0
    do i = 1, n
      total = total + k(i)
    end do
    do i = 1, n
      low = min(low, k(i))
      long = long + l(i)
    end do
    do i = 1, n
      biggest = max(biggest, y(i) - 0.1d0 * k(i))
      if (k(i) > 0) ones = ones + 1
    end do
    do i = 1, n
      sum1 = sum1 + y(i)
    end do
    total2 = 5
    long2 = 1
    sum2 = 0
    last = 0
    do i = 1, n
      total2 = total2 + k(same(i))
      long2 = long2 + l(i)
      sum2 = sum2 + y(i)
      if (k(i) > 0) last = last + 1
    end do
    call check(total == total2 .and. long == long2 .and. sum1 == sum2 .and. ones == last, 9)
    call check(n == 0 .or. low == minval(k(1:n)), 10)
    call check(n == 0 .or. biggest == maxval(y(1:n) - 0.1d0 * k(1:n)), 11)
  end do
  y(17) = transfer(-1_8, 1d0)
  call check(maxval(y) == y(1), 12)

  ! What lives on after the loop.
  last = -1
  do i = 1, 37
    last = k(i) * 2
    s(i) = real(last)
  end do
  call check(last == k(37) * 2 .and. i == 38 .and. s(20) == real(k(20) * 2), 13)
  do i = 3, 60, 4
    s(i) = real(i) + 0.5
  end do
  call check(i == 63 .and. s(59) == 59.5 .and. s(3) == 3.5, 14)
  do i = 60, 1, -1
    s(i) = real(i)
  end do
  call check(i == 0 .and. s(1) == 1.0, 15)

  ! A scalar that an array shares its storage with.
  call scaled(s(1:32), s(5))
  call check(s(4) == 20.0 .and. s(5) == 25.0 .and. s(6) == 150.0, 16)
  z = [(cmplx(i, -i), i = 1, 30)]
  w = z * (0.0, 1.0) + 2.0
  call check(all(real(w) == [(i + 2.0, i = 1, 30)]) .and. all(aimag(w) == [(real(i), i = 1, 30)]), 17)
  tiny = 3_1
  tiny(1:40) = tiny(1:40) + int([(i, i = 1, 40)], 1)
  call check(tiny(40) == 43_1 .and. tiny(41) == 3_1, 18)

  if (bad == 0) print *, 'PASS'
contains
  subroutine scaled(v, f)
    real, intent(inout), target :: v(:)
    real, intent(in), target :: f
    integer :: j
    do j = 1, size(v)
      v(j) = v(j) * f
    end do
  end subroutine

  subroutine check(right, which)
    logical, intent(in) :: right
    integer, intent(in) :: which
    if (right) return
    bad = bad + 1
    if (bad < 10) print *, 'wrong', which, n, d
  end subroutine
end program
