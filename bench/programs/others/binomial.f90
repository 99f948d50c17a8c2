module work
  use samples
  implicit none
  integer, parameter :: options = 256, steps = 255
  real, allocatable :: spot(:), price(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(spot)) allocate (spot(options), price(options))
    spot = [(50 + 30*sample(i), i=1, options)]
    price = 0
  end subroutine start

  subroutine turn()
    integer :: o, t, k
    real :: v(0:steps)
    !$omp parallel do private(t, k, v)
    do o = 1, options
       do t = 0, steps
          v(t) = max(spot(o)*exp(0.02*(2*t - steps)) - 60.0, 0.0)
       end do
       do k = steps, 1, -1
          do t = 0, k - 1
             v(t) = 0.503*v(t + 1) + 0.496*v(t)
          end do
       end do
       price(o) = v(0)
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(price, options)
  end function outcome
end module work
