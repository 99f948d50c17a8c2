module work
  use samples
  implicit none
  integer, parameter :: n = 512
  real, allocatable :: a(:, :), c(:, :), dn(:, :), ds(:, :), dw(:, :), de(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n, n), c(n, n), dn(n, n), ds(n, n), dw(n, n), de(n, n))
    a = reshape([(1 + sample(i), i=1, n*n)], [n, n])
  end subroutine start
  subroutine turn()
    integer :: i, j, jn, js
    real :: jc, g2, l, num, den, q, d
    !$omp parallel do private(i, jn, js, jc, g2, l, num, den, q)
    do j = 1, n
       jn = max(j - 1, 1)
       js = min(j + 1, n)
       do i = 1, n
          jc = a(i, j)
          dn(i, j) = a(max(i - 1, 1), j) - jc
          ds(i, j) = a(min(i + 1, n), j) - jc
          dw(i, j) = a(i, jn) - jc
          de(i, j) = a(i, js) - jc
          g2 = (dn(i, j)**2 + ds(i, j)**2 + dw(i, j)**2 + de(i, j)**2)/(jc*jc)
          l = (dn(i, j) + ds(i, j) + dw(i, j) + de(i, j))/jc
          num = 0.5*g2 - 0.0625*l*l
          den = 1 + 0.25*l
          q = num/(den*den)
          den = (q - 0.05)/(0.05*(1 + 0.05))
          q = 1/(1 + den)
          c(i, j) = min(max(q, 0.0), 1.0)
       end do
    end do
    !$omp parallel do private(i, js, d)
    do j = 1, n
       js = min(j + 1, n)
       do i = 1, n
          d = c(i, j)*dn(i, j) + c(min(i + 1, n), j)*ds(i, j) + c(i, j)*dw(i, j) + c(i, js)*de(i, j)
          a(i, j) = a(i, j) + 0.25*0.1*d
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    s = weighed4(a, n*n)
  end function outcome
end module work
