module work
  use samples
  implicit none
  integer, parameter :: n = 512
  real, allocatable :: f(:, :, :), g(:, :, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(f)) allocate (f(n, n, 9), g(n, n, 9))
    f = reshape([(0.1 + 0.01*sample(i), i=1, 9*n*n)], [n, n, 9])
  end subroutine start

  subroutine collide(omega)
    real, intent(in) :: omega
    integer :: i, j, e, w, no, so
    real :: f1, f2, f3, f4, f5, f6, f7, f8, f9, r, u, v, q
    !$omp parallel do private(i, e, w, no, so, f1, f2, f3, f4, f5, f6, f7, f8, f9, r, u, v, q)
    do j = 1, n
       no = mod(j, n) + 1
       so = mod(j + n - 2, n) + 1
       do i = 1, n
          e = merge(1, i + 1, i == n)
          w = merge(n, i - 1, i == 1)
          f1 = f(i, j, 1)
          f2 = f(w, j, 2)
          f3 = f(i, so, 3)
          f4 = f(e, j, 4)
          f5 = f(i, no, 5)
          f6 = f(w, so, 6)
          f7 = f(e, so, 7)
          f8 = f(e, no, 8)
          f9 = f(w, no, 9)
          r = f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8 + f9
          u = (f2 - f4 + f6 - f7 - f8 + f9)/r
          v = (f3 - f5 + f6 + f7 - f8 - f9)/r
          q = 1 - 1.5*(u*u + v*v)
          g(i, j, 1) = f1 + omega*(4.0/9*r*q - f1)
          g(i, j, 2) = f2 + omega*(r/9*(q + 3*u + 4.5*u*u) - f2)
          g(i, j, 3) = f3 + omega*(r/9*(q + 3*v + 4.5*v*v) - f3)
          g(i, j, 4) = f4 + omega*(r/9*(q - 3*u + 4.5*u*u) - f4)
          g(i, j, 5) = f5 + omega*(r/9*(q - 3*v + 4.5*v*v) - f5)
          g(i, j, 6) = f6 + omega*(r/36*(q + 3*(u + v) + 4.5*(u + v)**2) - f6)
          g(i, j, 7) = f7 + omega*(r/36*(q + 3*(v - u) + 4.5*(v - u)**2) - f7)
          g(i, j, 8) = f8 + omega*(r/36*(q - 3*(u + v) + 4.5*(u + v)**2) - f8)
          g(i, j, 9) = f9 + omega*(r/36*(q + 3*(u - v) + 4.5*(u - v)**2) - f9)
       end do
    end do
  end subroutine collide

  subroutine turn()
    call collide(1.2)
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(g, 9*n*n)
  end function outcome
end module work
