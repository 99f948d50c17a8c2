module work
  use samples
  implicit none
  integer, parameter :: nx = 2048, nk = 256
  real, allocatable :: x(:), y(:), z(:), qr(:), qi(:)
  type sample_of_k
     real :: kx, ky, kz, mag
  end type
  type(sample_of_k) :: ks(nk)
contains
  subroutine start()
    integer :: i
    type(sample_of_k) :: h(nk)
    if (.not. allocated(x)) allocate (x(nx), y(nx), z(nx), qr(nx), qi(nx))
    x = [(sample(i), i=1, nx)]
    y = [(sample(3*i), i=1, nx)]
    z = [(sample(5*i), i=1, nx)]
    do i = 1, nk
       h(i) = sample_of_k(sample(i), sample(2*i), sample(3*i), sample(4*i))
    end do
    ks = h
    qr = 0
    qi = 0
  end subroutine start
  subroutine turn()
    integer :: i, k
    real :: a, r, im
    !$omp parallel do private(k, a, r, im)
    do i = 1, nx
       r = 0
       im = 0
       do k = 1, nk
          a = 6.2831853*(ks(k)%kx*x(i) + ks(k)%ky*y(i) + ks(k)%kz*z(i))
          r = r + ks(k)%mag*cos(a)
          im = im + ks(k)%mag*sin(a)
       end do
       qr(i) = r
       qi(i) = im
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real, allocatable :: h(:), g(:)
    h = qr; g = qi
    s = sum(dble(h)**2) + sum(dble(g)**2)
  end function outcome
end module work
