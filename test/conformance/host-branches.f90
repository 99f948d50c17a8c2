! Loops of the host that hold branches, many turns of which may run together. Each is compared, bit by bit, with the same loop made to run turn by turn; the
! digest of all results is that of gfortran.
module one_by_one
  implicit none
  type pair
    real(8) :: x, y
    integer :: k
  end type
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
  use one_by_one
  implicit none
contains
  subroutine strip_both_arms(a, b, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      if (a(i) > 0) then
        b(i) = sqrt(a(i))
      else
        b(i) = a(i) * 0.5d0 - 1
      end if
    end do
  end subroutine

  subroutine strip_one_arm(a, b, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      if (a(i) > 0) b(i) = a(i) / 3
    end do
  end subroutine

  subroutine strip_nested(a, b, k, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer, intent(inout) :: k(n)
    integer :: i
    do i = 1, n
      if (a(i) > -1) then
        k(i) = k(i) + 1
        if (b(i) < 0.5d0) then
          b(i) = a(i) + b(i)
          if (k(i) > 2) b(i) = -b(i)
        else
          k(i) = k(i) * 2
        end if
        b(i) = b(i) + k(i)
      end if
    end do
  end subroutine

  subroutine strip_chain(x, k, n)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer, intent(inout) :: k(n)
    integer :: i
    do i = 1, n
      if (x(i) < -1) then
        x(i) = -1
        k(i) = -1
      else if (x(i) > 1) then
        x(i) = 1
        k(i) = 1
      else if (x(i) == 0) then
        k(i) = 0
      else
        x(i) = x(i) * x(i)
        k(i) = k(i) + 2
      end if
    end do
  end subroutine

  subroutine strip_mixed(a, k, l, x, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    integer, intent(inout) :: k(n)
    integer(8), intent(inout) :: l(n)
    real, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      if (a(i) > 0.25d0) then
        k(i) = k(i) + 3
        l(i) = l(i) * 3 - k(i)
      else if (l(i) > 5) then
        x(i) = x(i) - real(a(i))
      else if (x(i) > 0) then
        k(i) = int(l(i)) + i
      end if
    end do
  end subroutine

  subroutine strip_small_logicals(m, q, a, n)
    integer, intent(in) :: n
    logical(1), intent(in) :: m(n)
    logical, intent(in) :: q(n)
    real(8), intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      if (m(i)) a(i) = a(i) + 1
      if (q(i) .and. .not. m(i)) then
        a(i) = a(i) * 2
      else if (q(i)) then
        a(i) = -a(i)
      end if
    end do
  end subroutine

  subroutine strip_small_data(m, k, n)
    integer, intent(in) :: n
    logical(1), intent(inout) :: m(n)
    integer(2), intent(inout) :: k(n)
    integer :: i
    do i = 1, n
      if (k(i) > 3) then
        m(i) = .not. m(i)
        k(i) = k(i) - 1_2
      end if
    end do
  end subroutine

  subroutine strip_guarded_division(k, l, b, n)
    integer, intent(in) :: n
    integer, intent(in) :: k(n)
    integer(8), intent(in) :: l(n)
    integer, intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      if (k(i) /= 0) b(i) = (b(i) + 1000) / k(i)
      if (l(i) /= 0) then
        b(i) = b(i) + int(mod(77_8 + i, l(i)))
      else
        b(i) = b(i) + mod(i, 7) / 2
      end if
    end do
  end subroutine

  subroutine strip_shared_divisor(k, d, b, n)
    integer, intent(in) :: n
    integer, intent(in) :: k(n), d
    integer, intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      if (k(i) > 1000000) b(i) = 5 / d
      if (d /= 0) b(i) = b(i) + k(i) / d
    end do
  end subroutine

  subroutine strip_behind_the_end(a, b, d, n)
    integer, intent(in) :: n
    integer, intent(in) :: d
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      if (i + d <= n .and. i + d >= 1) then
        b(i) = b(i) + a(i + d)
      end if
    end do
  end subroutine

  subroutine strip_neighbours(a, b, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      if (i == 1) then
        b(i) = a(i)
      else if (i == n) then
        b(i) = -a(i)
      else
        b(i) = a(i - 1) + a(i + 1)
      end if
    end do
  end subroutine

  subroutine strip_one_place(a, m, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer, intent(in) :: m
    integer :: i
    do i = 1, n
      a(i) = a(i) + 1
      if (i == m) a(i) = 99
      if (m == i + 3) a(i) = a(i) * 2
    end do
  end subroutine

  subroutine strip_shifted(a, d, n)
    integer, intent(in) :: n
    integer, intent(in) :: d
    real, intent(inout) :: a(-20:n+20)
    integer :: i
    do i = 1, n
      if (a(i) > 0.5) a(i) = a(i + d) * 0.5 + real(i)
    end do
  end subroutine

  subroutine strip_shifted_store(a, d, n)
    integer, intent(in) :: n
    integer, intent(in) :: d
    real, intent(inout) :: a(-20:n+20)
    integer :: i
    do i = 1, n
      if (a(i) > 0.5) then
        a(i + d) = a(i) - 1
      else
        a(i) = a(i) + 0.25
      end if
    end do
  end subroutine

  subroutine strip_overlapping(c, d, e, n)
    integer, intent(in) :: n
    integer, intent(in) :: d, e
    real(8), intent(inout) :: c(-20:n+20)
    integer :: i
    do i = 1, n
      if (c(i + e) < 2) c(i + d) = c(i) + c(i + e)
    end do
  end subroutine

  subroutine strip_backwards(a, b, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      if (a(n + 1 - i) > 0) then
        b(n + 1 - i) = a(n + 1 - i)
      else
        b(n + 1 - i) = b(n + 1 - i) + a(i)
      end if
    end do
  end subroutine

  subroutine strip_by_twos(a, b, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(2 * n)
    real(8), intent(inout) :: b(2 * n)
    integer :: i
    do i = 1, n
      if (a(2 * i) > 0) then
        b(2 * i) = a(2 * i - 1)
      else
        b(2 * i - 1) = a(2 * i)
      end if
    end do
  end subroutine

  subroutine strip_with_values(a, b, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    real(8) :: t, u
    integer :: i
    do i = 1, n
      t = a(i) * 2
      u = 1
      if (t > b(i)) then
        u = t - b(i)
        t = b(i)
      else if (t < 0) then
        u = b(i) / (1 + t * t)
      end if
      if (u > 0.5d0) t = t + u
      b(i) = t - 0.125d0 * u
    end do
  end subroutine

  subroutine strip_no_numbers(x, y, n)
    integer, intent(in) :: n
    real, intent(in) :: x(n)
    real, intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      if (x(i) > 0) then
        y(i) = y(i) + 1
      else if (.not. x(i) <= 0) then
        y(i) = -7
      else
        y(i) = y(i) * 2
      end if
      if (x(i) /= x(i)) y(i) = y(i) - 0.5
    end do
  end subroutine

  subroutine strip_by_choice(flag, a, b, n)
    integer, intent(in) :: n
    logical, intent(in) :: flag
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      if (flag) then
        b(i) = b(i) + a(i)
      else
        if (a(i) > 0) b(i) = b(i) - a(i)
      end if
    end do
  end subroutine

  subroutine strip_scaled_where(s, a, b, n)
    integer, intent(in) :: n
    real(8), intent(in) :: s, a(n)
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      if (a(i) > 0) b(i) = b(i) + s * a(i)
    end do
  end subroutine

  subroutine strip_cycles(a, b, k, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer, intent(inout) :: k(n)
    integer :: i
    do i = 1, n
      if (a(i) < -1) cycle
      b(i) = b(i) + a(i)
      if (b(i) > 1) then
        k(i) = k(i) + 1
        if (k(i) > 2) then
          b(i) = -1
          cycle
        else
          b(i) = b(i) - 1
        end if
        if (b(i) < 0.5d0) cycle
      else if (b(i) < 0) then
        b(i) = 0
        cycle
      end if
      k(i) = k(i) - 5
    end do
  end subroutine

  subroutine strip_early(a, b, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i
    do i = 1, n
      if (a(i) < -1) cycle
      b(i) = b(i) + a(i)
      if (b(i) > 1) then
        b(i) = 1
        cycle
      end if
      b(i) = b(i) * 0.5d0
    end do
  end subroutine

  subroutine strip_short_data(h, m, k, n)
    integer, intent(in) :: n
    integer(2), intent(in) :: h(n)
    logical(1), intent(in) :: m(n)
    integer, intent(inout) :: k(n)
    integer :: i
    do i = 1, n
      if (h(i) > 2 .neqv. m(i)) then
        k(i) = k(i) * 2 - h(i)
      else
        k(i) = h(i)
      end if
    end do
  end subroutine

  subroutine strip_components(p, n)
    integer, intent(in) :: n
    type(pair), intent(inout) :: p(n)
    integer :: i
    do i = 1, n
      if (p(i)%x > p(i)%y) then
        p(i)%x = p(i)%y
        p(i)%k = i
      else
        p(i)%y = p(i)%x + 1
      end if
    end do
  end subroutine

  subroutine strip_counted(a, k, n, s1, s2, s3)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    integer, intent(in) :: k(n)
    integer, intent(out) :: s1, s2
    integer(8), intent(out) :: s3
    integer :: t1, t2
    integer(8) :: t3
    integer :: i
    t1 = 0
    t2 = 5
    t3 = 0
    do i = 1, n
      if (a(i) > 0) t1 = t1 + 1
      if (k(i) > 1) then
        t2 = t2 + k(i)
      else if (a(i) < -0.5d0) then
        t2 = t2 + 2
        t3 = t3 + k(i) * 3_8
      else
        t3 = t3 - 1
      end if
    end do
    s1 = t1
    s2 = t2
    s3 = t3
  end subroutine

  subroutine strip_extremes(a, k, n, s1, s2, s3)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    integer, intent(in) :: k(n)
    integer, intent(out) :: s1, s2
    integer(8), intent(out) :: s3
    integer :: t1, t2
    integer(8) :: t3
    integer :: i
    t1 = -1000
    t2 = 1000
    t3 = 7
    do i = 1, n
      if (k(i) > t1) t1 = k(i)
      if (a(i) > 0) then
        if (k(i) < t2) t2 = k(i)
      end if
      if (i > 3) then
        if (t3 <= k(i) + i) t3 = k(i) + i
      end if
    end do
    s1 = t1
    s2 = t2
    s3 = t3
  end subroutine

  subroutine strip_reals(x, y, n, r1, r2, r3)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(out) :: r1, r2, r3
    real(8) :: u1, u2, u3
    integer :: i
    u1 = 0
    u2 = -1
    u3 = 0
    do i = 1, n
      if (x(i) > 0.1d0) u1 = u1 + x(i)
      if (y(i) > u2) u2 = y(i)
      if (x(i) < y(i)) then
        u3 = max(u3, x(i))
      end if
    end do
    r1 = u1
    r2 = u2
    r3 = u3
  end subroutine

  subroutine strip_least(x, y, s, n, r1, r2, r3)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n), s(3)
    real(8), intent(out) :: r1, r2, r3
    real(8) :: u1, u2, u3
    integer :: i
    u1 = s(1)
    u2 = s(2)
    u3 = s(3)
    do i = 1, n
      if (x(i) >= u1) u1 = x(i)
      if (u2 >= y(i)) u2 = y(i)
      if (x(i) + y(i) < u3) u3 = x(i) + y(i)
    end do
    r1 = u1
    r2 = u2
    r3 = u3
  end subroutine

  subroutine strip_greatest(x, y, s, n, r1, r2, r3)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n), s(3)
    real(8), intent(out) :: r1, r2, r3
    real(8) :: u1, u2, u3
    integer :: i
    u1 = s(1)
    u2 = s(2)
    u3 = s(3)
    do i = 1, n
      if (x(i) > u1) u1 = x(i)
      if (u2 > y(i)) u2 = y(i)
      if (i > 2) then
        if (abs(y(i)) < u3) u3 = abs(y(i))
      end if
    end do
    r1 = u1
    r2 = u2
    r3 = u3
  end subroutine

  subroutine turns_both_arms(a, b, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (a(i) > 0) then
        b(i) = sqrt(a(i))
      else
        b(i) = a(i) * 0.5d0 - 1
      end if
    end do
  end subroutine

  subroutine turns_one_arm(a, b, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (a(i) > 0) b(i) = a(i) / 3
    end do
  end subroutine

  subroutine turns_nested(a, b, k, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer, intent(inout) :: k(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (a(i) > -1) then
        k(i) = k(i) + 1
        if (b(i) < 0.5d0) then
          b(i) = a(i) + b(i)
          if (k(i) > 2) b(i) = -b(i)
        else
          k(i) = k(i) * 2
        end if
        b(i) = b(i) + k(i)
      end if
    end do
  end subroutine

  subroutine turns_chain(x, k, n)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer, intent(inout) :: k(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (x(i) < -1) then
        x(i) = -1
        k(i) = -1
      else if (x(i) > 1) then
        x(i) = 1
        k(i) = 1
      else if (x(i) == 0) then
        k(i) = 0
      else
        x(i) = x(i) * x(i)
        k(i) = k(i) + 2
      end if
    end do
  end subroutine

  subroutine turns_mixed(a, k, l, x, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    integer, intent(inout) :: k(n)
    integer(8), intent(inout) :: l(n)
    real, intent(inout) :: x(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (a(i) > 0.25d0) then
        k(i) = k(i) + 3
        l(i) = l(i) * 3 - k(i)
      else if (l(i) > 5) then
        x(i) = x(i) - real(a(i))
      else if (x(i) > 0) then
        k(i) = int(l(i)) + i
      end if
    end do
  end subroutine

  subroutine turns_small_logicals(m, q, a, n)
    integer, intent(in) :: n
    logical(1), intent(in) :: m(n)
    logical, intent(in) :: q(n)
    real(8), intent(inout) :: a(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (m(i)) a(i) = a(i) + 1
      if (q(i) .and. .not. m(i)) then
        a(i) = a(i) * 2
      else if (q(i)) then
        a(i) = -a(i)
      end if
    end do
  end subroutine

  subroutine turns_small_data(m, k, n)
    integer, intent(in) :: n
    logical(1), intent(inout) :: m(n)
    integer(2), intent(inout) :: k(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (k(i) > 3) then
        m(i) = .not. m(i)
        k(i) = k(i) - 1_2
      end if
    end do
  end subroutine

  subroutine turns_guarded_division(k, l, b, n)
    integer, intent(in) :: n
    integer, intent(in) :: k(n)
    integer(8), intent(in) :: l(n)
    integer, intent(inout) :: b(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (k(i) /= 0) b(i) = (b(i) + 1000) / k(i)
      if (l(i) /= 0) then
        b(i) = b(i) + int(mod(77_8 + i, l(i)))
      else
        b(i) = b(i) + mod(i, 7) / 2
      end if
    end do
  end subroutine

  subroutine turns_shared_divisor(k, d, b, n)
    integer, intent(in) :: n
    integer, intent(in) :: k(n), d
    integer, intent(inout) :: b(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (k(i) > 1000000) b(i) = 5 / d
      if (d /= 0) b(i) = b(i) + k(i) / d
    end do
  end subroutine

  subroutine turns_behind_the_end(a, b, d, n)
    integer, intent(in) :: n
    integer, intent(in) :: d
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (i + d <= n .and. i + d >= 1) then
        b(i) = b(i) + a(i + d)
      end if
    end do
  end subroutine

  subroutine turns_neighbours(a, b, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (i == 1) then
        b(i) = a(i)
      else if (i == n) then
        b(i) = -a(i)
      else
        b(i) = a(i - 1) + a(i + 1)
      end if
    end do
  end subroutine

  subroutine turns_one_place(a, m, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(n)
    integer, intent(in) :: m
    integer :: i, j
    do j = 1, n
      i = same(j)
      a(i) = a(i) + 1
      if (i == m) a(i) = 99
      if (m == i + 3) a(i) = a(i) * 2
    end do
  end subroutine

  subroutine turns_shifted(a, d, n)
    integer, intent(in) :: n
    integer, intent(in) :: d
    real, intent(inout) :: a(-20:n+20)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (a(i) > 0.5) a(i) = a(i + d) * 0.5 + real(i)
    end do
  end subroutine

  subroutine turns_shifted_store(a, d, n)
    integer, intent(in) :: n
    integer, intent(in) :: d
    real, intent(inout) :: a(-20:n+20)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (a(i) > 0.5) then
        a(i + d) = a(i) - 1
      else
        a(i) = a(i) + 0.25
      end if
    end do
  end subroutine

  subroutine turns_overlapping(c, d, e, n)
    integer, intent(in) :: n
    integer, intent(in) :: d, e
    real(8), intent(inout) :: c(-20:n+20)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (c(i + e) < 2) c(i + d) = c(i) + c(i + e)
    end do
  end subroutine

  subroutine turns_backwards(a, b, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (a(n + 1 - i) > 0) then
        b(n + 1 - i) = a(n + 1 - i)
      else
        b(n + 1 - i) = b(n + 1 - i) + a(i)
      end if
    end do
  end subroutine

  subroutine turns_by_twos(a, b, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(2 * n)
    real(8), intent(inout) :: b(2 * n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (a(2 * i) > 0) then
        b(2 * i) = a(2 * i - 1)
      else
        b(2 * i - 1) = a(2 * i)
      end if
    end do
  end subroutine

  subroutine turns_with_values(a, b, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    real(8) :: t, u
    integer :: i, j
    do j = 1, n
      i = same(j)
      t = a(i) * 2
      u = 1
      if (t > b(i)) then
        u = t - b(i)
        t = b(i)
      else if (t < 0) then
        u = b(i) / (1 + t * t)
      end if
      if (u > 0.5d0) t = t + u
      b(i) = t - 0.125d0 * u
    end do
  end subroutine

  subroutine turns_no_numbers(x, y, n)
    integer, intent(in) :: n
    real, intent(in) :: x(n)
    real, intent(inout) :: y(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (x(i) > 0) then
        y(i) = y(i) + 1
      else if (.not. x(i) <= 0) then
        y(i) = -7
      else
        y(i) = y(i) * 2
      end if
      if (x(i) /= x(i)) y(i) = y(i) - 0.5
    end do
  end subroutine

  subroutine turns_by_choice(flag, a, b, n)
    integer, intent(in) :: n
    logical, intent(in) :: flag
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (flag) then
        b(i) = b(i) + a(i)
      else
        if (a(i) > 0) b(i) = b(i) - a(i)
      end if
    end do
  end subroutine

  subroutine turns_scaled_where(s, a, b, n)
    integer, intent(in) :: n
    real(8), intent(in) :: s, a(n)
    real(8), intent(inout) :: b(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (a(i) > 0) b(i) = b(i) + s * a(i)
    end do
  end subroutine

  subroutine turns_cycles(a, b, k, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer, intent(inout) :: k(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (a(i) < -1) cycle
      b(i) = b(i) + a(i)
      if (b(i) > 1) then
        k(i) = k(i) + 1
        if (k(i) > 2) then
          b(i) = -1
          cycle
        else
          b(i) = b(i) - 1
        end if
        if (b(i) < 0.5d0) cycle
      else if (b(i) < 0) then
        b(i) = 0
        cycle
      end if
      k(i) = k(i) - 5
    end do
  end subroutine

  subroutine turns_early(a, b, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8), intent(inout) :: b(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (a(i) < -1) cycle
      b(i) = b(i) + a(i)
      if (b(i) > 1) then
        b(i) = 1
        cycle
      end if
      b(i) = b(i) * 0.5d0
    end do
  end subroutine

  subroutine turns_short_data(h, m, k, n)
    integer, intent(in) :: n
    integer(2), intent(in) :: h(n)
    logical(1), intent(in) :: m(n)
    integer, intent(inout) :: k(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (h(i) > 2 .neqv. m(i)) then
        k(i) = k(i) * 2 - h(i)
      else
        k(i) = h(i)
      end if
    end do
  end subroutine

  subroutine turns_components(p, n)
    integer, intent(in) :: n
    type(pair), intent(inout) :: p(n)
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (p(i)%x > p(i)%y) then
        p(i)%x = p(i)%y
        p(i)%k = i
      else
        p(i)%y = p(i)%x + 1
      end if
    end do
  end subroutine

  subroutine turns_counted(a, k, n, s1, s2, s3)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    integer, intent(in) :: k(n)
    integer, intent(out) :: s1, s2
    integer(8), intent(out) :: s3
    integer :: t1, t2
    integer(8) :: t3
    integer :: i, j
    t1 = 0
    t2 = 5
    t3 = 0
    do j = 1, n
      i = same(j)
      if (a(i) > 0) t1 = t1 + 1
      if (k(i) > 1) then
        t2 = t2 + k(i)
      else if (a(i) < -0.5d0) then
        t2 = t2 + 2
        t3 = t3 + k(i) * 3_8
      else
        t3 = t3 - 1
      end if
    end do
    s1 = t1
    s2 = t2
    s3 = t3
  end subroutine

  subroutine turns_extremes(a, k, n, s1, s2, s3)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    integer, intent(in) :: k(n)
    integer, intent(out) :: s1, s2
    integer(8), intent(out) :: s3
    integer :: t1, t2
    integer(8) :: t3
    integer :: i, j
    t1 = -1000
    t2 = 1000
    t3 = 7
    do j = 1, n
      i = same(j)
      if (k(i) > t1) t1 = k(i)
      if (a(i) > 0) then
        if (k(i) < t2) t2 = k(i)
      end if
      if (i > 3) then
        if (t3 <= k(i) + i) t3 = k(i) + i
      end if
    end do
    s1 = t1
    s2 = t2
    s3 = t3
  end subroutine

  subroutine turns_reals(x, y, n, r1, r2, r3)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    real(8), intent(out) :: r1, r2, r3
    real(8) :: u1, u2, u3
    integer :: i, j
    u1 = 0
    u2 = -1
    u3 = 0
    do j = 1, n
      i = same(j)
      if (x(i) > 0.1d0) u1 = u1 + x(i)
      if (y(i) > u2) u2 = y(i)
      if (x(i) < y(i)) then
        u3 = max(u3, x(i))
      end if
    end do
    r1 = u1
    r2 = u2
    r3 = u3
  end subroutine

  subroutine turns_least(x, y, s, n, r1, r2, r3)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n), s(3)
    real(8), intent(out) :: r1, r2, r3
    real(8) :: u1, u2, u3
    integer :: i, j
    u1 = s(1)
    u2 = s(2)
    u3 = s(3)
    do j = 1, n
      i = same(j)
      if (x(i) >= u1) u1 = x(i)
      if (u2 >= y(i)) u2 = y(i)
      if (x(i) + y(i) < u3) u3 = x(i) + y(i)
    end do
    r1 = u1
    r2 = u2
    r3 = u3
  end subroutine

  subroutine turns_greatest(x, y, s, n, r1, r2, r3)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n), s(3)
    real(8), intent(out) :: r1, r2, r3
    real(8) :: u1, u2, u3
    integer :: i, j
    u1 = s(1)
    u2 = s(2)
    u3 = s(3)
    do j = 1, n
      i = same(j)
      if (x(i) > u1) u1 = x(i)
      if (u2 > y(i)) u2 = y(i)
      if (i > 2) then
        if (abs(y(i)) < u3) u3 = abs(y(i))
      end if
    end do
    r1 = u1
    r2 = u2
    r3 = u3
  end subroutine

end module

program main
  use one_by_one
  use loops
  implicit none
  integer(8) :: digest
  integer :: n, d, wrong
  digest = 0
  wrong = 0
  do n = 0, 17
    call all_of(n)
  end do
  do n = 18, 500, 41
    call all_of(n)
  end do
  call all_of(8192)
  if (digest /= 2242857007736372069_8) print *, 'not what gfortran finds', digest
  if (wrong == 0 .and. digest == 2242857007736372069_8) print *, 'PASS'
contains
  subroutine all_of(n)
    integer, intent(in) :: n
    real(8), allocatable :: a(:), b(:), c(:), a_1(:), a_2(:), b_1(:), b_2(:), c_1(:), c_2(:)
    real, allocatable :: x(:), y(:), z(:), x_1(:), x_2(:), y_1(:), y_2(:), z_1(:), z_2(:)
    integer, allocatable :: k(:), kk(:), k_1(:), k_2(:), kk_1(:), kk_2(:)
    integer(8), allocatable :: l(:), l_1(:), l_2(:)
    logical(1), allocatable :: m(:), m_1(:), m_2(:)
    logical, allocatable :: q(:)
    integer(2), allocatable :: h(:), h_1(:), h_2(:)
    type(pair), allocatable :: p(:), p_1(:), p_2(:)
    integer :: i, s1, s2, t1, t2, way
    integer(8) :: s3, t3
    real(8) :: r(3), r2(3), s_1(3), s_2(3)
    ! Zeros of both signs, among others.
    real(8), parameter :: w(9) = [1d0, 0d0, -0d0, -1d0, 0d0, 2d0, -0d0, 0.5d0, 0d0]
    allocate(a(2 * n), b(2 * n), x(n), y(n), k(n), l(n), m(n), q(n), h(n), p(n), c(-20:n+20), z(-20:n+20))
    ! 0 and 1: all turns one way. 2: a few another. Above: in no order.
    do way = 0, 4
      do i = 1, n
        a(i) = data_of(i, way)
        a(n + i) = data_of(i + 1, way)
        b(i) = data_of(3 * i, 3)
        b(n + i) = data_of(5 * i, 3)
        x(i) = real(data_of(i, way))
        y(i) = real(data_of(7 * i, 3))
        k(i) = int(3 * data_of(i, way))
        l(i) = int(4 * data_of(11 * i, max(way, 2)), 8)
        m(i) = data_of(i, way) > 0.3d0
        q(i) = data_of(13 * i, 3) > 0
        h(i) = int(k(i) + 3, 2)
        p(i) = pair(a(i), b(i), k(i))
      end do
      do i = -20, n + 20
        c(i) = data_of(i + 30, way)
        z(i) = real(data_of(i + 30, way))
      end do
      if (n > 9) then
        x(n / 2) = -sqrt(x(n / 2) - 100)
        x(3) = 0
        x(4) = -x(3)
        a(5) = 0
        a(6) = -a(5)
      end if
      kk = k
      b_1 = b
      b_2 = b
      call strip_both_arms(a, b_1, n)
      call turns_both_arms(a, b_2, n)
      call compare('both_arms', n, words_b(b_1), words_b(b_2))
      b_1 = b
      b_2 = b
      call strip_one_arm(a, b_1, n)
      call turns_one_arm(a, b_2, n)
      call compare('one_arm', n, words_b(b_1), words_b(b_2))
      b_1 = b
      b_2 = b
      k_1 = k
      k_2 = k
      call strip_nested(a, b_1, k_1, n)
      call turns_nested(a, b_2, k_2, n)
      call compare('nested', n, words_b(b_1), words_b(b_2))
      call compare('nested', n, words_k(k_1), words_k(k_2))
      x_1 = x
      x_2 = x
      k_1 = k
      k_2 = k
      call strip_chain(x_1, k_1, n)
      call turns_chain(x_2, k_2, n)
      call compare('chain', n, words_x(x_1), words_x(x_2))
      call compare('chain', n, words_k(k_1), words_k(k_2))
      k_1 = k
      k_2 = k
      l_1 = l
      l_2 = l
      x_1 = x
      x_2 = x
      call strip_mixed(a, k_1, l_1, x_1, n)
      call turns_mixed(a, k_2, l_2, x_2, n)
      call compare('mixed', n, words_k(k_1), words_k(k_2))
      call compare('mixed', n, words_l(l_1), words_l(l_2))
      call compare('mixed', n, words_x(x_1), words_x(x_2))
      a_1 = a
      a_2 = a
      call strip_small_logicals(m, q, a_1, n)
      call turns_small_logicals(m, q, a_2, n)
      call compare('small_logicals', n, words_b(a_1), words_b(a_2))
      m_1 = m
      m_2 = m
      h_1 = h
      h_2 = h
      call strip_small_data(m_1, h_1, n)
      call turns_small_data(m_2, h_2, n)
      call compare('small_data', n, words_m(m_1), words_m(m_2))
      call compare('small_data', n, words_h(h_1), words_h(h_2))
      kk_1 = kk
      kk_2 = kk
      call strip_guarded_division(k, l, kk_1, n)
      call turns_guarded_division(k, l, kk_2, n)
      call compare('guarded_division', n, words_k(kk_1), words_k(kk_2))
      kk_1 = kk
      kk_2 = kk
      call strip_shared_divisor(k, 0, kk_1, n)
      call turns_shared_divisor(k, 0, kk_2, n)
      call compare('shared_divisor', n, words_k(kk_1), words_k(kk_2))
      kk_1 = kk
      kk_2 = kk
      call strip_shared_divisor(k, 3, kk_1, n)
      call turns_shared_divisor(k, 3, kk_2, n)
      call compare('shared_divisor', n, words_k(kk_1), words_k(kk_2))
      b_1 = b
      b_2 = b
      call strip_behind_the_end(a, b_1, 3, n)
      call turns_behind_the_end(a, b_2, 3, n)
      call compare('behind_the_end', n, words_b(b_1), words_b(b_2))
      b_1 = b
      b_2 = b
      call strip_behind_the_end(a, b_1, -11, n)
      call turns_behind_the_end(a, b_2, -11, n)
      call compare('behind_the_end', n, words_b(b_1), words_b(b_2))
      b_1 = b
      b_2 = b
      call strip_behind_the_end(a, b_1, n - 1, n)
      call turns_behind_the_end(a, b_2, n - 1, n)
      call compare('behind_the_end', n, words_b(b_1), words_b(b_2))
      b_1 = b
      b_2 = b
      call strip_neighbours(a, b_1, n)
      call turns_neighbours(a, b_2, n)
      call compare('neighbours', n, words_b(b_1), words_b(b_2))
      a_1 = a
      a_2 = a
      call strip_one_place(a_1, n / 2, n)
      call turns_one_place(a_2, n / 2, n)
      call compare('one_place', n, words_b(a_1), words_b(a_2))
      b_1 = b
      b_2 = b
      call strip_backwards(a, b_1, n)
      call turns_backwards(a, b_2, n)
      call compare('backwards', n, words_b(b_1), words_b(b_2))
      b_1 = b
      b_2 = b
      call strip_by_twos(a, b_1, n)
      call turns_by_twos(a, b_2, n)
      call compare('by_twos', n, words_b(b_1), words_b(b_2))
      b_1 = b
      b_2 = b
      call strip_with_values(a, b_1, n)
      call turns_with_values(a, b_2, n)
      call compare('with_values', n, words_b(b_1), words_b(b_2))
      y_1 = y
      y_2 = y
      call strip_no_numbers(x, y_1, n)
      call turns_no_numbers(x, y_2, n)
      call compare('no_numbers', n, words_x(y_1), words_x(y_2))
      b_1 = b
      b_2 = b
      call strip_by_choice(.true., a, b_1, n)
      call turns_by_choice(.true., a, b_2, n)
      call compare('by_choice', n, words_b(b_1), words_b(b_2))
      b_1 = b
      b_2 = b
      call strip_by_choice(.false., a, b_1, n)
      call turns_by_choice(.false., a, b_2, n)
      call compare('by_choice', n, words_b(b_1), words_b(b_2))
      b_1 = b
      b_2 = b
      call strip_scaled_where(0.75d0, a, b_1, n)
      call turns_scaled_where(0.75d0, a, b_2, n)
      call compare('scaled_where', n, words_b(b_1), words_b(b_2))
      b_1 = b
      b_2 = b
      k_1 = k
      k_2 = k
      call strip_cycles(a, b_1, k_1, n)
      call turns_cycles(a, b_2, k_2, n)
      call compare('cycles', n, words_b(b_1), words_b(b_2))
      call compare('cycles', n, words_k(k_1), words_k(k_2))
      b_1 = b
      b_2 = b
      call strip_early(a, b_1, n)
      call turns_early(a, b_2, n)
      call compare('early', n, words_b(b_1), words_b(b_2))
      k_1 = k
      k_2 = k
      call strip_short_data(h, m, k_1, n)
      call turns_short_data(h, m, k_2, n)
      call compare('short_data', n, words_k(k_1), words_k(k_2))
      do d = -17, 17
        z_1 = z
        z_2 = z
        call strip_shifted(z_1, d, n)
        call turns_shifted(z_2, d, n)
        call compare('shifted', n, words_x(z_1), words_x(z_2))
        z_1 = z
        z_2 = z
        call strip_shifted_store(z_1, d, n)
        call turns_shifted_store(z_2, d, n)
        call compare('shifted_store', n, words_x(z_1), words_x(z_2))
        c_1 = c
        c_2 = c
        call strip_overlapping(c_1, d, mod(d * 5, 7), n)
        call turns_overlapping(c_2, d, mod(d * 5, 7), n)
        call compare('overlapping', n, words_b(c_1), words_b(c_2))
      end do
      p_1 = p
      p_2 = p
      call strip_components(p_1, n)
      call turns_components(p_2, n)
      call compare('components', n, words_b([p_1%x, p_1%y]), words_b([p_2%x, p_2%y]))
      call compare('components', n, words_k(p_1%k), words_k(p_2%k))
      call strip_counted(a, k, n, s1, s2, s3)
      call turns_counted(a, k, n, t1, t2, t3)
      call compare('counted', n, [int(s1, 8), int(s2, 8), s3], [int(t1, 8), int(t2, 8), t3])
      call strip_extremes(a, k, n, s1, s2, s3)
      call turns_extremes(a, k, n, t1, t2, t3)
      call compare('extremes', n, [int(s1, 8), int(s2, 8), s3], [int(t1, 8), int(t2, 8), t3])
      call strip_reals(a, b, n, r(1), r(2), r(3))
      call turns_reals(a, b, n, r2(1), r2(2), r2(3))
      call compare('reals', n, words_b(r), words_b(r2))
      do i = 1, 9
        select case (i)
        case (1:3)
          r = [-1d300, 1d300, 1d300] / i
        case (4:6)
          r = [0d0, 0d0, 1d0] * (5 - i)
        case default
          r = sqrt([7d0, 8d0, 9d0] - i)
        end select
        call strip_greatest(a * w(i), b * w(10 - i), r, n, s_1(1), s_1(2), s_1(3))
        call turns_greatest(a * w(i), b * w(10 - i), r, n, s_2(1), s_2(2), s_2(3))
        call compare('greatest', n, words_b(s_1), words_b(s_2))
        call strip_least(a * w(i), b * w(10 - i), r, n, s_1(1), s_1(2), s_1(3))
        call turns_least(a * w(i), b * w(10 - i), r, n, s_2(1), s_2(2), s_2(3))
        call compare('least', n, words_b(s_1), words_b(s_2))
      end do
      ! Parts of arrays, forwards and backwards, and parts that overlap.
      b_1 = b
      b_2 = b
      call sections(a(1:2*n:2), b_1(2*n:1:-2), n)
      call sections_by_turns(a(1:2*n:2), b_2(2*n:1:-2), n)
      call compare('sections', n, words_b(b_1), words_b(b_2))
    end do
  end subroutine

  subroutine sections(a, b, n)
    real(8), intent(in) :: a(:)
    real(8), intent(inout) :: b(:)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      if (a(i) > 0) then
        b(i) = a(i)
      else if (b(i) > 0) then
        b(i) = b(i) - a(i)
      end if
    end do
  end subroutine

  subroutine sections_by_turns(a, b, n)
    real(8), intent(in) :: a(:)
    real(8), intent(inout) :: b(:)
    integer, intent(in) :: n
    integer :: i, j
    do j = 1, n
      i = same(j)
      if (a(i) > 0) then
        b(i) = a(i)
      else if (b(i) > 0) then
        b(i) = b(i) - a(i)
      end if
    end do
  end subroutine

  real(8) function data_of(i, way)
    integer, intent(in) :: i, way
    select case (way)
    case (0)
      data_of = 0.25d0 + modulo(i, 5) * 0.5d0
    case (1)
      data_of = -0.25d0 - modulo(i, 3) * 0.75d0
    case (2)
      data_of = merge(1.5d0, -0.5d0, modulo(i * 7, 23) == 3)
    case default
      data_of = (modulo(i * 7919 + way * 31, 1009) - 504) / 256d0
    end select
  end function

  subroutine compare(name, n, got, wanted)
    character(*), intent(in) :: name
    integer, intent(in) :: n
    integer(8), intent(in) :: got(:), wanted(:)
    integer :: i
    do i = 1, size(got)
      if (got(i) /= wanted(i)) then
        wrong = wrong + 1
        if (wrong < 20) print *, name, n, i, got(i), wanted(i)
      end if
      digest = ieor(ishftc(digest, 7), got(i))
    end do
  end subroutine

  function words_b(v) result(w)
    real(8), intent(in) :: v(:)
    integer(8) :: w(size(v))
    integer :: i
    do i = 1, size(v)
      w(i) = transfer(merge(v(i), -1d300, v(i) == v(i)), 0_8)
    end do
  end function

  function words_x(v) result(w)
    real, intent(in) :: v(:)
    integer(8) :: w(size(v))
    integer :: i
    do i = 1, size(v)
      w(i) = transfer(merge(v(i), -1e30, v(i) == v(i)), 0)
    end do
  end function

  function words_k(v) result(w)
    integer, intent(in) :: v(:)
    integer(8) :: w(size(v))
    integer :: i
    do i = 1, size(v)
      w(i) = v(i)
    end do
  end function

  function words_l(v) result(w)
    integer(8), intent(in) :: v(:)
    integer(8) :: w(size(v))
    integer :: i
    do i = 1, size(v)
      w(i) = v(i)
    end do
  end function

  function words_h(v) result(w)
    integer(2), intent(in) :: v(:)
    integer(8) :: w(size(v))
    integer :: i
    do i = 1, size(v)
      w(i) = v(i)
    end do
  end function

  function words_m(v) result(w)
    logical(1), intent(in) :: v(:)
    integer(8) :: w(size(v))
    integer :: i
    do i = 1, size(v)
      w(i) = merge(1_8, 0_8, v(i))
    end do
  end function

end program
