module numbers
  use sizes
  implicit none
  integer, parameter :: width = 192, height = 128, bounces = 8
  real, allocatable :: px(:), py(:), pz(:), mass(:), ax(:), ay(:), az(:)
  real, allocatable :: spot(:), strike(:), years(:), calls(:), puts(:), angle(:), waves(:), light(:)
  integer, allocatable :: hits(:)
contains
  subroutine attract(px, py, pz, mass, ax, ay, az, n)
    integer, intent(in) :: n
    real, intent(in) :: px(n), py(n), pz(n), mass(n)
    real, intent(out) :: ax(n), ay(n), az(n)
    integer :: i, j
    real :: x, y, z, dx, dy, dz, r, w, fx, fy, fz
    !$omp parallel do private(j, x, y, z, dx, dy, dz, r, w, fx, fy, fz)
    do i = 1, n
       x = px(i)
       y = py(i)
       z = pz(i)
       fx = 0
       fy = 0
       fz = 0
       do j = 1, n
          dx = px(j) - x
          dy = py(j) - y
          dz = pz(j) - z
          r = 1.0/sqrt(dx*dx + dy*dy + dz*dz + 0.01)
          w = mass(j)*r*r*r
          fx = fx + w*dx
          fy = fy + w*dy
          fz = fz + w*dz
       end do
       ax(i) = fx
       ay(i) = fy
       az(i) = fz
    end do
  end subroutine attract

  ! The normal distribution's integral, by Abramowitz and Stegun 26.2.17.
  real function normal(d)
    real, value :: d
    real :: k, c
    k = 1.0/(1.0 + 0.2316419*abs(d))
    c = 0.39894228*exp(-0.5*d*d)*(k*(0.31938153 + k*(-0.356563782 + k*(1.781477937 + k*(-1.821255978 + k*1.330274429)))))
    normal = merge(1.0 - c, c, d > 0)
  end function normal

  subroutine black_scholes(spot, strike, years, calls, puts, rate, spread, n)
    integer, intent(in) :: n
    real, intent(in) :: rate, spread, spot(n), strike(n), years(n)
    real, intent(out) :: calls(n), puts(n)
    real :: root, d1, d2, n1, n2, e
    integer :: i
    !$omp parallel do private(root, d1, d2, n1, n2, e)
    do i = 1, n
       root = sqrt(years(i))
       d1 = (log(spot(i)/strike(i)) + (rate + 0.5*spread*spread)*years(i))/(spread*root)
       d2 = d1 - spread*root
       n1 = normal(d1)
       n2 = normal(d2)
       e = exp(-rate*years(i))
       calls(i) = spot(i)*n1 - strike(i)*e*n2
       puts(i) = strike(i)*e*(1.0 - n2) - spot(i)*(1.0 - n1)
    end do
  end subroutine black_scholes

  subroutine wave(angle, waves, n)
    integer, intent(in) :: n
    real, intent(in) :: angle(n)
    real, intent(out) :: waves(n)
    integer :: i
    !$omp parallel do
    do i = 1, n
       waves(i) = sin(angle(i)) + cos(2.0*angle(i)) + sin(3.0*angle(i))
    end do
  end subroutine wave

  ! Marsaglia's xorwow: five words and a counter.
  subroutine monte_carlo(hits, turns)
    integer, intent(out) :: hits(walkers)
    integer, intent(in) :: turns
    integer :: s1, s2, s3, s4, s5, d, t, k, i, mine
    real :: x, y
    !$omp parallel do private(s1, s2, s3, s4, s5, d, t, k, mine, x, y)
    do i = 1, walkers
       s1 = ieor(123456789, i*7919)
       s2 = ieor(362436069, i*104729)
       s3 = 521288629
       s4 = 88675123
       s5 = 5783321
       d = 6615241
       mine = 0
       do k = 1, turns
          t = ieor(s1, ishft(s1, -2))
          s1 = s2
          s2 = s3
          s3 = s4
          s4 = s5
          s5 = ieor(ieor(s5, ishft(s5, 4)), ieor(t, ishft(t, 1)))
          d = d + 362437
          x = real(ishft(d + s5, -8))*5.9604645e-8
          t = ieor(s1, ishft(s1, -2))
          s1 = s2
          s2 = s3
          s3 = s4
          s4 = s5
          s5 = ieor(ieor(s5, ishft(s5, 4)), ieor(t, ishft(t, 1)))
          d = d + 362437
          y = real(ishft(d + s5, -8))*5.9604645e-8
          if (x*x + y*y < 1.0) mine = mine + 1
    end do
    hits(i) = mine
    end do
  end subroutine monte_carlo

  real function chance(state)
    integer :: state
    state = ieor(state, ishft(state, 13))
    state = ieor(state, ishft(state, -17))
    state = ieor(state, ishft(state, 5))
    chance = real(ishft(state, -8))*5.9604645e-8
  end function chance

  ! Spheres on a grid above a floor that gives light from the sky; a path ends when it leaves, is absorbed, or has bounced enough.
  subroutine trace(light, samples)
    real, intent(out) :: light(width*height)
    integer, intent(in) :: samples
    integer :: pixel, state, n, b, k, nearest
    real :: ox, oy, oz, vx, vy, vz, t, best, bq, cq, disc, cx, cy, cz, nx, ny, nz, f, sum, tone, length
    !$omp parallel do schedule(dynamic, 512) private(state, n, b, k, nearest, ox, oy, oz, vx, vy, vz, t, best, bq, cq) &
    !$omp private(disc, cx, cy, cz, nx, ny, nz, f, sum, tone, length)
    do pixel = 1, width*height
       state = pixel*747796405 + 1
       sum = 0
       do n = 1, samples
          ox = 0
          oy = 1
          oz = -4
          vx = (mod(pixel - 1, width) + chance(state))/width*2 - 1
          vy = ((pixel - 1)/width + chance(state))/height*2 - 1
          vz = 1.5
          length = 1.0/sqrt(vx*vx + vy*vy + vz*vz)
          vx = vx*length
          vy = vy*length
          vz = vz*length
          tone = 1
          do b = 1, bounces
             best = 1.0e20
             nearest = -1
             if (vy < -1.0e-4) then
                best = -oy/vy
                nearest = 0
             end if
             do k = 1, 6
                cx = (mod(k - 1, 3) - 1)*1.6
                cy = 0.7
                cz = ((k - 1)/3)*1.6
                bq = (ox - cx)*vx + (oy - cy)*vy + (oz - cz)*vz
                cq = (ox - cx)**2 + (oy - cy)**2 + (oz - cz)**2 - 0.49
                disc = bq*bq - cq
                if (disc > 0) then
                   t = -bq - sqrt(disc)
                   if (t > 1.0e-3 .and. t < best) then
                      best = t
                      nearest = k
                   end if
                end if
             end do
             if (nearest < 0) then
                sum = sum + tone*(0.5 + 0.5*vy)
                exit
             end if
             ox = ox + best*vx
             oy = oy + best*vy
             oz = oz + best*vz
             if (nearest == 0) then
                nx = 0
                ny = 1
                nz = 0
             else
                nx = (ox - (mod(nearest - 1, 3) - 1)*1.6)/0.7
                ny = (oy - 0.7)/0.7
                nz = (oz - ((nearest - 1)/3)*1.6)/0.7
             end if
             if (chance(state) > 0.9) exit
             if (nearest > 0 .and. iand(nearest, 1) == 0) then
                f = 2*(vx*nx + vy*ny + vz*nz)
                vx = vx - f*nx
                vy = vy - f*ny
                vz = vz - f*nz
             else
                vx = nx + (chance(state)*2 - 1)*0.9
                vy = ny + (chance(state)*2 - 1)*0.9
                vz = nz + (chance(state)*2 - 1)*0.9
                length = 1.0/sqrt(vx*vx + vy*vy + vz*vz + 1.0e-6)
                vx = vx*length
                vy = vy*length
                vz = vz*length
             end if
             ox = ox + 1.0e-3*nx
             oy = oy + 1.0e-3*ny
             oz = oz + 1.0e-3*nz
             tone = tone*0.8
          end do
    end do
    light(pixel) = sum/samples
    end do
  end subroutine trace

  subroutine numbers_ready()
    real, allocatable :: h(:)
    integer :: i
    allocate (h(options))
    allocate (px(bodies), py(bodies), pz(bodies), mass(bodies), ax(bodies), ay(bodies), az(bodies))
    allocate (spot(options), strike(options), years(options), calls(options), puts(options), angle(options), waves(options))
    allocate (light(width*height), hits(walkers))
    do i = 1, bodies
       h(i) = sample(i)
    end do
    px = h(:bodies)
    do i = 1, bodies
       h(i) = sample(3*i)
    end do
    py = h(:bodies)
    do i = 1, bodies
       h(i) = sample(5*i)
    end do
    pz = h(:bodies)
    mass = 1.0/bodies
    ax = 0
    ay = 0
    az = 0
    do i = 1, options
       h(i) = 5 + 25*sample(i)
    end do
    spot = h(:options)
    do i = 1, options
       h(i) = 1 + 90*sample(3*i)
    end do
    strike = h(:options)
    do i = 1, options
       h(i) = 0.25 + 9*sample(5*i)
    end do
    years = h(:options)
    do i = 1, options
       h(i) = 6*sample(i)
    end do
    angle = h(:options)
    calls = 0
    puts = 0
    waves = 0
    light = 0
    hits = 0
  end subroutine numbers_ready

  subroutine numbers_done()
    deallocate (px, py, pz, mass, ax, ay, az, spot, strike, years, calls, puts, angle, waves, light, hits)
  end subroutine numbers_done

  subroutine numbers_turn(name)
    character(*), intent(in) :: name
    select case (name)
    case ('n-body')
       call attract(px, py, pz, mass, ax, ay, az, bodies)
    case ('Black-Scholes')
       call black_scholes(spot, strike, years, calls, puts, 0.02, 0.3, options)
    case ('sin and cos')
       call wave(angle, waves, options)
    case ('Monte Carlo, XORWOW')
       call monte_carlo(hits, draws)
    case ('path tracer')
       call trace(light, 4)
    end select
  end subroutine numbers_turn

  function numbers_outcome(name) result(s)
    character(*), intent(in) :: name
    real(8) :: s
    real, allocatable :: h(:)
    integer, allocatable :: g(:)
    select case (name)
    case ('n-body')
       allocate (h(bodies))
       h = ax
       s = weighed(h, bodies)
       h = ay
       s = s + weighed(h, bodies)
       h = az
       s = s + weighed(h, bodies)
    case ('Black-Scholes')
       allocate (h(options))
       h = calls
       s = weighed(h, options)
       h = puts
       s = s + weighed(h, options)
    case ('sin and cos')
       allocate (h(options))
       h = waves
       s = weighed(h, options)
    case ('path tracer')
       allocate (h(width*height))
       h = light
       s = weighed(h, width*height)
    case default
       allocate (g(walkers))
       g = hits
       s = weighed_integers(g, walkers)
    end select
  end function numbers_outcome
end module numbers
