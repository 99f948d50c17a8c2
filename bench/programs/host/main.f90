! Answers each line, a case and a number of turns, with the seconds of one turn; 0 turns: with a number that its data make.
program main
  use loops
  implicit none
  integer, parameter :: n = 2000, m = 1000
  integer, parameter :: long = 4000000
  real(8), allocatable :: a(:), b(:), c(:), x(:, :), y(:, :), d(:), e(:), f(:), g(:), g2(:)
  real, allocatable :: p(:), q(:), r(:), u(:)
  logical, allocatable :: chosen(:)
  integer, allocatable :: k(:)
  complex(8), allocatable :: z(:), w(:), z2(:)
  type(point), allocatable :: points(:), speeds(:)
  character(40) :: name
  integer :: turns, turn, status, i
  integer(8) :: start, finish, rate
  real(8) :: outcome
  allocate(a(n), b(n), c(n), p(n), q(n), r(n), k(n), z(n), w(n), z2(n), points(n), speeds(n), g(n), g2(n), u(n), chosen(n))
  allocate(x(m, m), y(m, m), d(long), e(long), f(long))
  a = 0
  b = [(i * 0.5d0, i = 1, n)]
  c = [(1d0 / i, i = 1, n)]
  d = 0
  e = 1
  f = 2
  p = 0
  q = [(mod(i, 17) * 0.25, i = 1, n)]
  r = [(mod(i, 5) * 0.5, i = 1, n)]
  k = [(mod(i * 37, 1001), i = 1, n)]
  z = [(cmplx(i, -i, 8), i = 1, n)]
  w = [(exp((0d0, 1d0) * i), i = 1, n)]
  z2 = 0
  points = [(point(i, 2 * i, -i), i = 1, n)]
  speeds = [(point(0.5d0, 1d0 / i, -1), i = 1, n)]
  x = 0
  x(1, :) = 1
  y = x
  ! In no order that a processor foresees.
  call random_number(g)
  chosen = g > 0.3d0
  g = 4 * g - 2
  g2 = 0
  u = real(g)
  outcome = 0
  do
    read(*, *, iostat=status) name, turns
    if (status /= 0) exit
    if (turns == 0) then
      print *, outcome
      flush(6)
      cycle
    end if
    call system_clock(start, rate)
    select case (name)
    case ('triad, in cache')
      do turn = 1, turns
        call triad(a, b, c, 1d-3 * turn, n)
      end do
    case ('triad, in memory')
      do turn = 1, turns
        call triad(d, e, f, 1d-3 * turn, long)
      end do
    case ('square root of arrays')
      do turn = 1, turns
        call roots(p, q, r)
      end do
    case ('five-point stencil')
      do turn = 1, turns
        call stencil(y, x, m)
        call stencil(x, y, m)
      end do
    case ('sum of integers')
      do turn = 1, turns
        k(1) = turn
        outcome = outcome + total(k)
      end do
    case ('largest of reals')
      do turn = 1, turns
        q(1) = turn
        outcome = outcome + largest(q)
      end do
    case ('dot product')
      do turn = 1, turns
        b(1) = turn
        outcome = outcome + dot(b, c)
      end do
    case ('complex product')
      do turn = 1, turns
        call scaled(z)
      end do
    case ('complex arrays, product')
      do turn = 1, turns
        call rotated(z, w)
      end do
    case ('complex arrays, sum')
      do turn = 1, turns
        w(1) = turn
        call added(z2, z, w)
      end do
    case ('points moved')
      do turn = 1, turns
        call moved(points, speeds, 1d-3 * turn)
      end do
    case ('roots of the positive')
      do turn = 1, turns
        call positive_roots(g2, g, n)
      end do
    case ('numbers kept in limits')
      do turn = 1, turns
        u(1) = turn
        call limited(u, -0.7, 0.9)
      end do
    case ('count of the greater')
      do turn = 1, turns
        g(1) = turn
        outcome = outcome + above(g, 0.3d0)
      end do
    case ('update of the chosen')
      do turn = 1, turns
        call updated(g2, g, 1d-3 * turn, chosen)
      end do
    case ('copy of the greater')
      do turn = 1, turns
        call copied_where(g2, g, n)
      end do
    end select
    call system_clock(finish)
    print *, real(finish - start, 8) / rate / turns
    flush(6)
    outcome = a(7) + d(9) + p(n - 3) + x(m / 2, 3) + real(z(5), 8) + real(z2(7), 8) + points(9)%z + g2(11) + u(12)
  end do
end program
