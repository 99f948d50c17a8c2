! The same work as loops on the same cores (OpenMP): a name and seconds on each line.
program main
  implicit none
  integer, parameter :: n = 8*1024*1024, m = 2048, mm = 1024, turns = 5
  real, allocatable :: a(:), b(:), c(:), p(:,:), q(:,:), r(:,:)
  real(8), allocatable :: a8(:), b8(:), c8(:)
  integer, allocatable :: hits(:)
  real :: total
  integer(8) :: t0, rate
  integer :: i, j, k, l, state, mine
  real :: x, y, d1, d2, kk, t, rr, v

  allocate(a(n), b(n), c(n), p(m, m), q(m, m), r(m, m), a8(n), b8(n), c8(n), hits(65536))
  a = 1
  b = 0.7
  c = 1.5
  p = 1
  q = 2
  r = 0
  a8 = 1
  b8 = 2
  c8 = 3
  hits = 0

  do k = 0, turns
     if (k == 1) call start()
     !$omp parallel do
     do i = 1, n
        a(i) = b(i) + 2.0*c(i)
     end do
  end do
  call finish('triad real(4)')
  do k = 0, turns
     if (k == 1) call start()
     !$omp parallel do
     do i = 1, n
        a8(i) = b8(i) + 2d0*c8(i)
     end do
  end do
  call finish('triad real(8)')
  do k = 0, turns
     if (k == 1) call start()
     !$omp parallel do private(i)
     do j = 1, m
        do i = 1, m
           q(i, j) = p(j, i)
        end do
     end do
  end do
  call finish('transpose, tiled')
  do k = 0, turns
     if (k == 1) call start()
     !$omp parallel do private(i, l)
     do j = 1, mm
        r(1:mm, j) = 0
        do l = 1, mm
           do i = 1, mm
              r(i, j) = r(i, j) + p(i, l)*q(l, j)
           end do
        end do
     end do
  end do
  call finish('matrix product')
  do k = 0, turns
     if (k == 1) call start()
     !$omp parallel do private(i)
     do j = 1, m
        do i = 1, m
           r(i, j) = 0.5*p(i, j) + 0.125*(p(max(i - 1, 1), j) + p(min(i + 1, m), j) + p(i, max(j - 1, 1)) + p(i, min(j + 1, m)))
        end do
     end do
  end do
  call finish('stencil')
  do k = 0, turns
     if (k == 1) call start()
     !$omp parallel do private(state, mine, l, x, y)
     do i = 1, 65536
        state = 747796405*i + 1 + k
        mine = 0
        do l = 1, 400
           state = ieor(state, ishft(state, 13))
           state = ieor(state, ishft(state, -17))
           state = ieor(state, ishft(state, 5))
           x = real(ishft(state, -8))*5.9604645e-8
           state = ieor(state, ishft(state, 13))
           state = ieor(state, ishft(state, -17))
           state = ieor(state, ishft(state, 5))
           y = real(ishft(state, -8))*5.9604645e-8
           if (x*x + y*y < 1.0) mine = mine + 1
        end do
        hits(i) = mine
     end do
  end do
  call finish('Monte Carlo')
  kk = 100.0
  t = 1.5
  v = 0.3
  do k = 0, turns
     if (k == 1) call start()
     rr = 0.02 + 0.001*k
     !$omp parallel do private(d1, d2)
     do i = 1, n/8
        d1 = (log(c(i)/kk) + (rr + 0.5*v*v)*t)/(v*sqrt(t))
        d2 = d1 - v*sqrt(t)
        a(i) = c(i)/(1.0 + exp(-1.702*d1)) - kk*exp(-rr*t)/(1.0 + exp(-1.702*d2))
     end do
  end do
  call finish('Black-Scholes')
  do k = 0, turns
     if (k == 1) call start()
     !$omp parallel do
     do i = 1, n/8
        a(i) = sin(b(i) + k) + cos(2.0*b(i)) + sin(3.0*b(i))
     end do
  end do
  call finish('sin and cos')
  do k = 0, turns
     if (k == 1) call start()
     total = 0
     !$omp parallel do reduction(+: total)
     do i = 1, n
        total = total + b(i)
     end do
     a(1) = total
  end do
  call finish('sum by a tree')
  if (sum(a) + sum(q) + sum(r) + sum(a8) + sum(hits) < 0) print *, 'never'
contains
  subroutine start()
    call system_clock(t0, rate)
  end subroutine start
  subroutine finish(name)
    character(*), intent(in) :: name
    integer(8) :: t1
    call system_clock(t1)
    print '(a20, es14.6)', name, dble(t1 - t0)/dble(rate)/turns
  end subroutine finish
end program main
