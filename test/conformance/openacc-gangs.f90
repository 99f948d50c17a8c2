! Gangs as blocks: statements between loops for workers and vectors, sums of either level, arrays of a gang's own.
! options: -acc
program openacc_gangs
  implicit none
  integer, parameter :: n = 300, m = 77
  real(8) :: a(n, m), b(n), c(m), t, e(m), w(5), q(m), total, big
  integer :: i, j, k, cnt, d(m)
  call random_number(a); call random_number(b)
  c = 0
  !$acc parallel loop gang private(t) copyin(a, b) copyout(c)
  do j = 1, m
    t = 0
    !$acc loop vector reduction(+:t)
    do i = 1, n
      t = t + a(i, j) * b(i)
    end do
    c(j) = t
  end do
  do j = 1, m
    e(j) = sum(a(:, j) * b)
  end do
  if (maxval(abs(c - e)) > 1d-10) stop 1
  ! two lane loops, sum over gangs, sequential loop with lanes inside, max
  total = 0.5d0; big = -1; cnt = 0
  !$acc parallel num_gangs(7) vector_length(64) copyin(a, b) copyout(c, d, q) 
  !$acc loop gang reduction(+:total, cnt) reduction(max:big) private(t, w)
  do j = 1, m
    w = 0
    do k = 1, 3
      t = -1
      !$acc loop vector reduction(max:t)
      do i = 1, n
        t = max(t, a(i, j) * k)
      end do
      w(k) = t
      if (t > 2.99d0) cycle
      w(k) = w(k) + 1
    end do
    q(j) = w(1) + w(2) + w(3)
    d(j) = 0
    !$acc loop worker vector
    do i = 1, 5
      w(i) = w(i) + i
    end do
    c(j) = sum(w)
    !$acc loop vector reduction(+:total) 
    do i = 1, n
      total = total + a(i, j)
    end do
    cnt = cnt + 1
    big = max(big, t)
  end do
  !$acc end parallel
  if (abs(total - 0.5d0 - sum(a)) > 1d-8 .or. cnt /= m) stop 2
  block
    real(8) :: ww(5), tt, bb
    bb = -1
    do j = 1, m
      ww = 0
      do k = 1, 3
        tt = maxval(a(:, j)) * k
        ww(k) = tt
        if (tt > 2.99d0) cycle
        ww(k) = ww(k) + 1
      end do
      bb = max(bb, tt)
      if (abs(q(j) - sum(ww)) > 1d-12) stop 3
      ww = ww + [1, 2, 3, 4, 5]
      if (abs(c(j) - sum(ww)) > 1d-12) stop 4
    end do
    if (bb /= big) stop 5
  end block
  ! What lanes set for themselves is the gang's again when it has set it.
  !$acc parallel loop gang copyout(c) copyin(a) private(t)
  do j = 1, m
    !$acc loop vector private(t)
    do i = 1, n
      t = a(i, j)
      if (i == n) c(j) = t
    end do
    do i = 1, 2
      t = i
    end do
    c(j) = c(j) + t
  end do
  if (any(c /= a(n, :) + 2)) stop 6
  ! A procedure for the lanes of a gang.
  !$acc parallel loop gang copy(a) copyout(c)
  do j = 1, m
    call doubled(a(:, j), n, c(j))
    !$acc loop vector
    do i = 1, n
      a(i, j) = a(i, j) + c(j)
    end do
  end do
  do j = 1, m
    if (abs(c(j) - 2 * e(j)) > huge(1d0)) stop 7
  end do
  if (any(c <= 0) .or. any(abs(sum(a, 1) - c * (n + 1)) > 1d-6 * sum(a, 1))) stop 8
  print *, 'PASS'
contains
  subroutine doubled(v, n, s)
    !$acc routine vector
    integer, intent(in) :: n
    real(8), intent(inout) :: v(n)
    real(8), intent(out) :: s
    integer :: i
    s = 0
    !$acc loop vector reduction(+:s)
    do i = 1, n
      v(i) = 2 * v(i)
      s = s + v(i)
    end do
  end subroutine
end program
