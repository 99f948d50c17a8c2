module work
  use samples
  implicit none
  integer, parameter :: n = 256*1024
  real(8), allocatable :: u(:), f(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(u)) allocate (u(n), f(n))
    u = [(dble(sample(i)), i=1, n)]
    f = 0
  end subroutine start

  subroutine turn()
    integer :: i
    real(8) :: a, b, c, d, e, p0, p1, p2, b0, b1, b2, w0, w1, w2
    !$omp parallel do private(a, b, c, d, e, p0, p1, p2, b0, b1, b2, w0, w1, w2)
    do i = 3, n - 2
       a = u(i - 2)
       b = u(i - 1)
       c = u(i)
       d = u(i + 1)
       e = u(i + 2)
       p0 = (2*a - 7*b + 11*c)/6
       p1 = (-b + 5*c + 2*d)/6
       p2 = (2*c + 5*d - e)/6
       b0 = 13d0/12*(a - 2*b + c)**2 + 0.25d0*(a - 4*b + 3*c)**2
       b1 = 13d0/12*(b - 2*c + d)**2 + 0.25d0*(b - d)**2
       b2 = 13d0/12*(c - 2*d + e)**2 + 0.25d0*(3*c - 4*d + e)**2
       w0 = 0.1d0/(1d-6 + b0)**2
       w1 = 0.6d0/(1d-6 + b1)**2
       w2 = 0.3d0/(1d-6 + b2)**2
       f(i) = (w0*p0 + w1*p1 + w2*p2)/(w0 + w1 + w2)
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed8(f, n)
  end function outcome
end module work
