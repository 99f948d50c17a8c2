module work
  use samples
  implicit none
  integer, parameter :: n = 16*1024, m = 64
  real :: kx(m), ky(m), w(m)
  real, allocatable :: x(:), y(:), q(:), r(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(x)) allocate (x(n), y(n), q(n), r(n))
    x = [(sample(i), i=1, n)]
    y = [(sample(7*i), i=1, n)]
    kx = [(sample(11*i), i=1, m)]
    ky = [(sample(13*i), i=1, m)]
    w = ky
  end subroutine start

  subroutine turn()
    integer :: i, k
    real :: a, c, s
    !$omp parallel do private(k, a, c, s)
    do i = 1, n
       c = 0
       s = 0
       do k = 1, m
          a = 6.2831853*(kx(k)*x(i) + ky(k)*y(i))
          c = c + w(k)*cos(a)
          s = s + w(k)*sin(a)
       end do
       q(i) = c
       r(i) = s
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = sum(abs(dble(q))) + sum(abs(dble(r)))
  end function outcome
end module work
