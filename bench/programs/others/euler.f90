module work
  use samples
  implicit none
  integer, parameter :: n = 256*1024
  real, allocatable :: q(:, :), f(:, :)
contains
  pure subroutine flux_of(q, f, speed)
    real, intent(in) :: q(4)
    real, intent(out) :: f(4), speed
    real :: u, v, p
    u = q(2)/q(1)
    v = q(3)/q(1)
    p = 0.4*(q(4) - 0.5*q(1)*(u*u + v*v))
    f(1) = q(2)
    f(2) = q(2)*u + p
    f(3) = q(3)*u
    f(4) = (q(4) + p)*u
    speed = abs(u) + sqrt(1.4*p/q(1))
  end subroutine flux_of

  subroutine start()
    integer :: i
    if (.not. allocated(q)) allocate (q(4, n), f(4, n))
    do i = 1, n
       q(:, i) = [1 + sample(i), sample(2*i), sample(3*i), 5 + sample(5*i)]
    end do
    f = 0
  end subroutine start

  subroutine turn()
    integer :: i
    real :: fl(4), fr(4), sl, sr
    !$omp parallel do private(fl, fr, sl, sr)
    do i = 1, n - 1
       call flux_of(q(:, i), fl, sl)
       call flux_of(q(:, i + 1), fr, sr)
       f(:, i) = 0.5*(fl + fr - max(sl, sr)*(q(:, i + 1) - q(:, i)))
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(f, 4*n)
  end function outcome
end module work
