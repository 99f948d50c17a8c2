! Loops of the host over complex numbers and structures of equal components, which run several turns at once: all lengths, steps and distances, numbers that
! are none, loops whose components are made in the same way and in different ones. Each is compared with the same loop made to run turn by turn.
module one_by_one
  implicit none
contains
  ! Whatever calls it runs turn by turn.
  recursive function turn(i) result(j)
    integer, intent(in) :: i
    integer :: j
    j = i
    if (i < -1000000) j = turn(i + 1)
  end function
end module

module complex_loops
  implicit none
contains

  subroutine arrays8(which, x, y, z, r, s)
    integer, intent(in) :: which
    complex(8), intent(in) :: x(:), y(:)
    complex(8), intent(inout) :: z(:)
    real(8), intent(inout) :: r(:), s(:)
    select case (which)
    case (1)
      z = x * y
    case (2)
      z = x * (0.6_8, 0.8_8)
    case (3)
      z = z + (2.0_8, -1.0_8) * x
    case (4)
      z = conjg(x)
    case (5)
      z = x + y
    case (6)
      z = x - conjg(y)
    case (7)
      z = r * x
    case (8)
      z = cmplx(r, s, 8)
    case (9)
      r = real(x)
    case (10)
      s = aimag(x)
    case (11)
      r = real(x)**2 + aimag(x)**2
    case (12)
      z = x / y
    case (13)
      z = -x
    case (14)
      z = (1.5_8, -2.0_8)
    case (15)
      z = cmplx(aimag(x), real(x), 8)
    case (16)
      z = r
    case (17)
      z%re = x%im
    case (18)
      z = merge(x, y, real(x) > real(y))
    case (19)
      z = x * conjg(y) + z * s
    case (20)
      r = real(x * y) + 0.5_8 * r
    case (21)
      z = x
    case (22)
      r = abs(x)
    end select
  end subroutine

  recursive subroutine element8(which, x, y, z, r, s)
    integer, intent(in) :: which
    complex(8), intent(in) :: x, y
    complex(8), intent(inout) :: z
    real(8), intent(inout) :: r, s
    select case (which)
    case (1)
      z = x * y
    case (2)
      z = x * (0.6_8, 0.8_8)
    case (3)
      z = z + (2.0_8, -1.0_8) * x
    case (4)
      z = conjg(x)
    case (5)
      z = x + y
    case (6)
      z = x - conjg(y)
    case (7)
      z = r * x
    case (8)
      z = cmplx(r, s, 8)
    case (9)
      r = real(x)
    case (10)
      s = aimag(x)
    case (11)
      r = real(x)**2 + aimag(x)**2
    case (12)
      z = x / y
    case (13)
      z = -x
    case (14)
      z = (1.5_8, -2.0_8)
    case (15)
      z = cmplx(aimag(x), real(x), 8)
    case (16)
      z = r
    case (17)
      z%re = x%im
    case (18)
      z = merge(x, y, real(x) > real(y))
    case (19)
      z = x * conjg(y) + z * s
    case (20)
      r = real(x * y) + 0.5_8 * r
    case (21)
      z = x
    case (22)
      r = abs(x)
    case (-1)
      call element8(1, x, y, z, r, s)
    end select
  end subroutine

  ! Explicit shapes: the steps of the arrays are known.
  subroutine known8(n, a, x, y, z)
    integer, intent(in) :: n
    complex(8), intent(in) :: a, x(n), y(n)
    complex(8), intent(inout) :: z(n)
    integer :: i
    do i = 1, n
      z(i) = z(i) + a * x(i) - y(i)
    end do
  end subroutine

  subroutine shifted8(a, n, d, step)
    integer, intent(in) :: n, d, step
    complex(8), intent(inout) :: a(-25:*)
    integer :: i
    select case (step)
    case (1)
      do i = 1, n
        a(i) = a(i + d) * (0.5_8, 0.25_8) + cmplx(i, -i, 8)
      end do
    case (2)
      do i = 1, n, 2
        a(i) = a(i + d) * (0.5_8, 0.25_8) + cmplx(i, -i, 8)
      end do
    case (-1)
      do i = n, 1, -1
        a(i) = a(i + d) * (0.5_8, 0.25_8) + cmplx(i, -i, 8)
      end do
    end select
  end subroutine

  logical function same8(x, y)
    complex(8), intent(in) :: x(:), y(:)
    integer :: i
    same8 = .true.
    do i = 1, size(x)
      same8 = same8 .and. alike8(real(x(i)), real(y(i))) .and. alike8(aimag(x(i)), aimag(y(i)))
    end do
  end function

  logical function alike8(x, y)
    real(8), intent(in) :: x, y
    alike8 = x /= x .and. y /= y .or. transfer(x, 1_8) == transfer(y, 1_8)
  end function

  subroutine arrays4(which, x, y, z, r, s)
    integer, intent(in) :: which
    complex(4), intent(in) :: x(:), y(:)
    complex(4), intent(inout) :: z(:)
    real(4), intent(inout) :: r(:), s(:)
    select case (which)
    case (1)
      z = x * y
    case (2)
      z = x * (0.6_4, 0.8_4)
    case (3)
      z = z + (2.0_4, -1.0_4) * x
    case (4)
      z = conjg(x)
    case (5)
      z = x + y
    case (6)
      z = x - conjg(y)
    case (7)
      z = r * x
    case (8)
      z = cmplx(r, s, 4)
    case (9)
      r = real(x)
    case (10)
      s = aimag(x)
    case (11)
      r = real(x)**2 + aimag(x)**2
    case (12)
      z = x / y
    case (13)
      z = -x
    case (14)
      z = (1.5_4, -2.0_4)
    case (15)
      z = cmplx(aimag(x), real(x), 4)
    case (16)
      z = r
    case (17)
      z%re = x%im
    case (18)
      z = merge(x, y, real(x) > real(y))
    case (19)
      z = x * conjg(y) + z * s
    case (20)
      r = real(x * y) + 0.5_4 * r
    case (21)
      z = x
    case (22)
      r = abs(x)
    end select
  end subroutine

  recursive subroutine element4(which, x, y, z, r, s)
    integer, intent(in) :: which
    complex(4), intent(in) :: x, y
    complex(4), intent(inout) :: z
    real(4), intent(inout) :: r, s
    select case (which)
    case (1)
      z = x * y
    case (2)
      z = x * (0.6_4, 0.8_4)
    case (3)
      z = z + (2.0_4, -1.0_4) * x
    case (4)
      z = conjg(x)
    case (5)
      z = x + y
    case (6)
      z = x - conjg(y)
    case (7)
      z = r * x
    case (8)
      z = cmplx(r, s, 4)
    case (9)
      r = real(x)
    case (10)
      s = aimag(x)
    case (11)
      r = real(x)**2 + aimag(x)**2
    case (12)
      z = x / y
    case (13)
      z = -x
    case (14)
      z = (1.5_4, -2.0_4)
    case (15)
      z = cmplx(aimag(x), real(x), 4)
    case (16)
      z = r
    case (17)
      z%re = x%im
    case (18)
      z = merge(x, y, real(x) > real(y))
    case (19)
      z = x * conjg(y) + z * s
    case (20)
      r = real(x * y) + 0.5_4 * r
    case (21)
      z = x
    case (22)
      r = abs(x)
    case (-1)
      call element4(1, x, y, z, r, s)
    end select
  end subroutine

  ! Explicit shapes: the steps of the arrays are known.
  subroutine known4(n, a, x, y, z)
    integer, intent(in) :: n
    complex(4), intent(in) :: a, x(n), y(n)
    complex(4), intent(inout) :: z(n)
    integer :: i
    do i = 1, n
      z(i) = z(i) + a * x(i) - y(i)
    end do
  end subroutine

  subroutine shifted4(a, n, d, step)
    integer, intent(in) :: n, d, step
    complex(4), intent(inout) :: a(-25:*)
    integer :: i
    select case (step)
    case (1)
      do i = 1, n
        a(i) = a(i + d) * (0.5_4, 0.25_4) + cmplx(i, -i, 4)
      end do
    case (2)
      do i = 1, n, 2
        a(i) = a(i + d) * (0.5_4, 0.25_4) + cmplx(i, -i, 4)
      end do
    case (-1)
      do i = n, 1, -1
        a(i) = a(i + d) * (0.5_4, 0.25_4) + cmplx(i, -i, 4)
      end do
    end select
  end subroutine

  logical function same4(x, y)
    complex(4), intent(in) :: x(:), y(:)
    integer :: i
    same4 = .true.
    do i = 1, size(x)
      same4 = same4 .and. alike4(real(x(i)), real(y(i))) .and. alike4(aimag(x(i)), aimag(y(i)))
    end do
  end function

  logical function alike4(x, y)
    real(4), intent(in) :: x, y
    alike4 = x /= x .and. y /= y .or. transfer(x, 1_4) == transfer(y, 1_4)
  end function

end module

module structure_loops
  implicit none
  type two
    real(8) :: x, y
  end type
  type short
    real :: x, y
  end type
  type three
    real(8) :: x, y, z
  end type
  type four
    real :: x, y, z, w
  end type
  type mixed
    real :: x
    integer :: k
    real(8) :: y
  end type
  type counts
    integer :: i, j
  end type
contains
  subroutine move_two(p, v, dt)
    type(two), intent(inout) :: p(:)
    type(two), intent(in) :: v(:)
    real(8), intent(in) :: dt
    integer :: i
    do i = 1, size(p)
      p(i)%x = p(i)%x + dt * v(i)%x
      p(i)%y = p(i)%y + dt * v(i)%y
    end do
  end subroutine

  subroutine turn_short(n, p, c, s)
    integer, intent(in) :: n
    type(short), intent(inout) :: p(n)
    real, intent(in) :: c, s
    real :: t
    integer :: i
    do i = 1, n
      t = p(i)%x
      p(i)%x = c * t - s * p(i)%y
      p(i)%y = s * t + c * p(i)%y
    end do
  end subroutine

  subroutine move_three(n, p, v, d)
    integer, intent(in) :: n, d
    type(three), intent(inout) :: p(*)
    type(three), intent(in) :: v(n)
    integer :: i
    do i = 1, n
      p(i)%z = p(i + d)%z - 2 * v(i)%z
      p(i)%x = p(i + d)%x - 2 * v(i)%x
      p(i)%y = p(i + d)%y - 2 * v(i)%y
    end do
  end subroutine

  subroutine part_of_three(n, p, v)
    integer, intent(in) :: n
    type(three), intent(inout) :: p(n)
    type(three), intent(in) :: v(n)
    integer :: i
    do i = 1, n
      p(i)%y = p(i)%z + v(i)%y
      p(i)%z = p(i)%y * v(i)%x
    end do
  end subroutine

  subroutine mix_four(p, q)
    type(four), intent(inout) :: p(:), q(:)
    real :: t
    integer :: i
    do i = 1, size(p)
      t = p(i)%x
      p(i)%x = q(i)%x + 1
      p(i)%y = q(i)%y + 1
      p(i)%z = q(i)%z + 1
      p(i)%w = q(i)%w + 1
      q(i)%x = p(i)%x * 0.5
      q(i)%y = p(i)%y * 0.5
      q(i)%z = p(i)%z * 0.5
      q(i)%w = p(i)%w * 0.5 + t
    end do
  end subroutine

  subroutine halve_four(p, q)
    type(four), intent(inout) :: p(:), q(:)
    integer :: i
    do i = 1, size(p)
      p(i)%x = q(i)%x + 1
      p(i)%y = q(i)%y + 1
      p(i)%z = q(i)%z + 1
      p(i)%w = q(i)%w + 1
      q(i)%x = p(i)%x * 0.5
      q(i)%y = p(i)%y * 0.5
      q(i)%z = p(i)%z * 0.5
      q(i)%w = p(i)%w * 0.5
    end do
  end subroutine

  subroutine mix_mixed(p)
    type(mixed), intent(inout) :: p(:)
    integer :: i
    do i = 1, size(p)
      p(i)%x = p(i)%k + p(i)%x
      p(i)%k = p(i)%k * 3 - i
      p(i)%y = p(i)%x + p(i)%y
    end do
  end subroutine

  subroutine count_up(p, by)
    type(counts), intent(inout) :: p(:)
    type(counts), intent(in) :: by
    p%i = p%i + by%i
    p%j = ieor(p%j, by%j) + p%i
  end subroutine

  integer function total_of(p)
    type(counts), intent(in) :: p(:)
    integer :: i
    total_of = 0
    do i = 1, size(p)
      total_of = total_of + p(i)%i * p(i)%j
    end do
  end function

  real(8) function sum_of(p)
    type(two), intent(in) :: p(:)
    sum_of = sum(p%y)
  end function
end module

program host_structures
  use one_by_one
  use complex_loops
  use structure_loops
  implicit none
  integer :: bad, sort
  bad = 0
  do sort = 0, 4
    call operations8(sort)
    call operations4(sort)
  end do
  call distances8
  call distances4
  call structures
  if (bad == 0) print *, 'PASS'
contains

  ! Every operation with every length and step, on numbers of all sorts.
  subroutine operations8(sort)
    integer, intent(in) :: sort
    complex(8), dimension(70) :: x, y, z, z2
    real(8), dimension(70) :: r, r2, s, s2
    integer :: which, n, i, step, from
    do which = 1, 22
      do n = 0, 20
        do step = -1, 2
          if (step == 0) cycle
          call fill8(x, sort)
          call fill8(y, sort + 5)
          call fill8(z, 0)
          r = real(y)
          s = aimag(x)
          z2 = z
          r2 = r
          s2 = s
          from = merge(3, n + 2, step > 0)
          if (n > 0) call arrays8(which, x(from:from+(n-1)*step:step), y(4:3+n), z(from:from+(n-1)*step:step), r(1:n), &
            s(from:from+(n-1)*step:step))
          do i = 1, n
            call element8(which, x(from+(i-1)*step), y(3+i), z2(from+(i-1)*step), r2(i), s2(from+(i-1)*step))
          end do
          call check(same8(z, z2) .and. same8(cmplx(r, s, 8), cmplx(r2, s2, 8)), 100 * 8 + which)
        end do
      end do
    end do
  end subroutine

  subroutine fill8(x, sort)
    complex(8), intent(out) :: x(:)
    integer, intent(in) :: sort
    real(8) :: special(8)
    integer :: i
    special = [0.0_8, -0.0_8, huge(1.0_8), -tiny(1.0_8), 1.0_8, -3.5_8, 0.0_8, 0.0_8]
    special(7) = special(3) * 10
    special(8) = special(7) - special(7)
    do i = 1, size(x)
      if (sort == 0) then
        x(i) = cmplx(mod(i * 37, 101) - 50, mod(i * 53, 71) * 0.125_8, 8)
      else
        x(i) = cmplx(special(1 + mod(i * sort, 8)), special(1 + mod(i * (sort + 1) / 2, 8)), 8)
      end if
    end do
  end subroutine

  ! The same array at all distances.
  subroutine distances8
    complex(8) :: a(-25:60), b(-25:60)
    integer :: n, d, i, step
    do n = 0, 20
      do d = -10, 10
        do step = -1, 2
          if (step == 0) cycle
          call fill8(a, 0)
          b = a
          call shifted8(a, n, d, step)
          do i = merge(1, n, step > 0), merge(n, 1, step > 0), step
            b(turn(i)) = b(i + d) * (0.5_8, 0.25_8) + cmplx(i, -i, 8)
          end do
          call check(same8(a, b), 1000 + 8)
        end do
      end do
      call fill8(a, 0)
      call fill8(b, 1)
      a(21:40) = a(1:20)
      call known8(n, (1.25_8, -0.5_8), a(-20:n-21), b(1:n), a(1:n))
      do i = 1, n
        a(turn(20+i)) = a(20+i) + (1.25_8, -0.5_8) * a(i-21) - b(i)
      end do
      call check(same8(a(1:n), a(21:20+n)), 1010 + 8)
      call fill8(a, 0)
      b = a
      a(2:n+1) = a(1:n) - (1, 2)
      do i = n, 1, -1
        b(turn(i + 1)) = b(i) - (1, 2)
      end do
      call check(same8(a, b), 1020 + 8)
      a(1:n) = a(2:n+1) + a(1:n)
      do i = 1, n
        b(turn(i)) = b(i + 1) + b(i)
      end do
      call check(same8(a, b), 1030 + 8)
    end do
  end subroutine

  ! Every operation with every length and step, on numbers of all sorts.
  subroutine operations4(sort)
    integer, intent(in) :: sort
    complex(4), dimension(70) :: x, y, z, z2
    real(4), dimension(70) :: r, r2, s, s2
    integer :: which, n, i, step, from
    do which = 1, 22
      do n = 0, 20
        do step = -1, 2
          if (step == 0) cycle
          call fill4(x, sort)
          call fill4(y, sort + 5)
          call fill4(z, 0)
          r = real(y)
          s = aimag(x)
          z2 = z
          r2 = r
          s2 = s
          from = merge(3, n + 2, step > 0)
          if (n > 0) call arrays4(which, x(from:from+(n-1)*step:step), y(4:3+n), z(from:from+(n-1)*step:step), r(1:n), &
            s(from:from+(n-1)*step:step))
          do i = 1, n
            call element4(which, x(from+(i-1)*step), y(3+i), z2(from+(i-1)*step), r2(i), s2(from+(i-1)*step))
          end do
          call check(same4(z, z2) .and. same4(cmplx(r, s, 4), cmplx(r2, s2, 4)), 100 * 4 + which)
        end do
      end do
    end do
  end subroutine

  subroutine fill4(x, sort)
    complex(4), intent(out) :: x(:)
    integer, intent(in) :: sort
    real(4) :: special(8)
    integer :: i
    special = [0.0_4, -0.0_4, huge(1.0_4), -tiny(1.0_4), 1.0_4, -3.5_4, 0.0_4, 0.0_4]
    special(7) = special(3) * 10
    special(8) = special(7) - special(7)
    do i = 1, size(x)
      if (sort == 0) then
        x(i) = cmplx(mod(i * 37, 101) - 50, mod(i * 53, 71) * 0.125_4, 4)
      else
        x(i) = cmplx(special(1 + mod(i * sort, 8)), special(1 + mod(i * (sort + 1) / 2, 8)), 4)
      end if
    end do
  end subroutine

  ! The same array at all distances.
  subroutine distances4
    complex(4) :: a(-25:60), b(-25:60)
    integer :: n, d, i, step
    do n = 0, 20
      do d = -10, 10
        do step = -1, 2
          if (step == 0) cycle
          call fill4(a, 0)
          b = a
          call shifted4(a, n, d, step)
          do i = merge(1, n, step > 0), merge(n, 1, step > 0), step
            b(turn(i)) = b(i + d) * (0.5_4, 0.25_4) + cmplx(i, -i, 4)
          end do
          call check(same4(a, b), 1000 + 4)
        end do
      end do
      call fill4(a, 0)
      call fill4(b, 1)
      a(21:40) = a(1:20)
      call known4(n, (1.25_4, -0.5_4), a(-20:n-21), b(1:n), a(1:n))
      do i = 1, n
        a(turn(20+i)) = a(20+i) + (1.25_4, -0.5_4) * a(i-21) - b(i)
      end do
      call check(same4(a(1:n), a(21:20+n)), 1010 + 4)
      call fill4(a, 0)
      b = a
      a(2:n+1) = a(1:n) - (1, 2)
      do i = n, 1, -1
        b(turn(i + 1)) = b(i) - (1, 2)
      end do
      call check(same4(a, b), 1020 + 4)
      a(1:n) = a(2:n+1) + a(1:n)
      do i = 1, n
        b(turn(i)) = b(i + 1) + b(i)
      end do
      call check(same4(a, b), 1030 + 4)
    end do
  end subroutine

  subroutine structures
    type(two) :: p(45), p2(45), v(45)
    type(short) :: q(45), q2(45)
    type(three) :: t(-5:50), t2(-5:50), u(45)
    type(four) :: f(45), f2(45), g(45), g2(45)
    type(mixed) :: m(45), m2(45)
    type(counts) :: c(45), c2(45)
    integer :: n, i, d, total
    real :: x
    real(8) :: y
    do n = 0, 20
      p = [(two(i, -i * 0.5d0), i = 1, 45)]
      v = [(two(i * 0.25d0, 1d0 / i), i = 1, 45)]
      p2 = p
      call move_two(p(1:n), v(2:2*n:2), 0.3d0)
      call move_two(p(n:1:-1), v(1:n), 0.7d0)
      call move_two(p(1:n), p(20:19+n), 0.1d0)
      do i = 1, n
        p2(turn(i)) = two(p2(i)%x + 0.3d0 * v(2*i)%x, p2(i)%y + 0.3d0 * v(2*i)%y)
      end do
      do i = 1, n
        p2(turn(n+1-i)) = two(p2(n+1-i)%x + 0.7d0 * v(i)%x, p2(n+1-i)%y + 0.7d0 * v(i)%y)
      end do
      do i = 1, n
        p2(turn(i)) = two(p2(i)%x + 0.1d0 * p2(19+i)%x, p2(i)%y + 0.1d0 * p2(19+i)%y)
      end do
      call check(all(p%x == p2%x) .and. all(p%y == p2%y), 1)
      y = 0
      do i = 1, n
        y = y + p(turn(i))%y
      end do
      call check(y == sum_of(p(1:n)), 2)

      q = [(short(i, 2 - i), i = 1, 45)]
      q2 = q
      call turn_short(n, q, 0.6, 0.8)
      do i = 1, n
        q2(turn(i)) = short(0.6 * q2(i)%x - 0.8 * q2(i)%y, 0.8 * q2(i)%x + 0.6 * q2(i)%y)
      end do
      call check(all(q%x == q2%x) .and. all(q%y == q2%y), 3)

      do d = -5, 5
        t = [(three(i, i * 2, i * 3), i = -5, 50)]
        t2 = t
        u = [(three(-i, i * i, 1d0 / i), i = 1, 45)]
        call move_three(n, t(1), u, d)
        do i = 1, n
          t2(turn(i)) = three(t2(i+d)%x - 2 * u(i)%x, t2(i+d)%y - 2 * u(i)%y, t2(i+d)%z - 2 * u(i)%z)
        end do
        call check(all(t%x == t2%x) .and. all(t%y == t2%y) .and. all(t%z == t2%z), 4)
      end do
      call part_of_three(n, t(1), u)
      do i = 1, n
        t2(turn(i))%y = t2(i)%z + u(i)%y
        t2(i)%z = t2(i)%y * u(i)%x
      end do
      call check(all(t%x == t2%x) .and. all(t%y == t2%y) .and. all(t%z == t2%z), 5)

      f = [(four(i, i + 1, i + 2, i * 3), i = 1, 45)]
      g = [(four(-i, 3 - i, i + 2, i * 5), i = 1, 45)]
      f2 = f
      g2 = g
      call mix_four(f(1:n), g(1:n))
      call halve_four(f(1:n), g(3:2+n))
      call halve_four(f(1:n), f(21:20+n))
      do i = 1, n
        x = f2(turn(i))%x
        f2(i) = four(g2(i)%x + 1, g2(i)%y + 1, g2(i)%z + 1, g2(i)%w + 1)
        g2(i) = four(f2(i)%x * 0.5, f2(i)%y * 0.5, f2(i)%z * 0.5, f2(i)%w * 0.5 + x)
      end do
      do i = 1, n
        f2(turn(i)) = four(g2(i+2)%x + 1, g2(i+2)%y + 1, g2(i+2)%z + 1, g2(i+2)%w + 1)
        g2(i+2) = four(f2(i)%x * 0.5, f2(i)%y * 0.5, f2(i)%z * 0.5, f2(i)%w * 0.5)
      end do
      do i = 1, n
        f2(turn(i)) = four(f2(i+20)%x + 1, f2(i+20)%y + 1, f2(i+20)%z + 1, f2(i+20)%w + 1)
        f2(i+20) = four(f2(i)%x * 0.5, f2(i)%y * 0.5, f2(i)%z * 0.5, f2(i)%w * 0.5)
      end do
      call check(all(f%x == f2%x) .and. all(f%y == f2%y) .and. all(f%z == f2%z) .and. all(f%w == f2%w), 6)
      call check(all(g%x == g2%x) .and. all(g%y == g2%y) .and. all(g%z == g2%z) .and. all(g%w == g2%w), 7)

      m = [(mixed(i, 45 - i, i * 0.1d0), i = 1, 45)]
      m2 = m
      call mix_mixed(m(1:n))
      do i = 1, n
        m2(turn(i))%x = m2(i)%k + m2(i)%x
        m2(i)%k = m2(i)%k * 3 - i
        m2(i)%y = m2(i)%x + m2(i)%y
      end do
      call check(all(m%x == m2%x) .and. all(m%k == m2%k) .and. all(m%y == m2%y), 8)

      c = [(counts(i * 3, 100 - i), i = 1, 45)]
      c2 = c
      call count_up(c(1:n), c(40))
      do i = 1, n
        c2(turn(i))%i = c2(i)%i + c2(40)%i
        c2(i)%j = ieor(c2(i)%j, c2(40)%j) + c2(i)%i
      end do
      total = 0
      do i = 1, n
        total = total + c2(turn(i))%i * c2(i)%j
      end do
      call check(all(c%i == c2%i) .and. all(c%j == c2%j) .and. total == total_of(c(1:n)), 9)
    end do
  end subroutine

  subroutine check(right, which)
    logical, intent(in) :: right
    integer, intent(in) :: which
    if (right) return
    bad = bad + 1
    if (bad < 10) print *, 'wrong', which
  end subroutine
end program
