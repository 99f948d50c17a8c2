module work
  use samples
  implicit none
  integer, parameter :: systems = 4096, n = 128, part = 128
  real, allocatable :: a(:, :), b(:, :), c(:, :), d(:, :), x(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(systems, n), b(systems, n), c(systems, n), d(systems, n), x(systems, n))
    a = reshape([(sample(i), i=1, systems*n)], [systems, n])
    c = a
    d = a
    b = 4 + a
  end subroutine start

  subroutine turn()
    real :: cp(part, n), dp(part, n), m
    integer :: s, t, i
    !$omp parallel do private(cp, dp, m, t, i)
    do s = 0, systems - 1, part
       do t = 1, part
          cp(t, 1) = c(s + t, 1)/b(s + t, 1)
          dp(t, 1) = d(s + t, 1)/b(s + t, 1)
       end do
       do i = 2, n
          do t = 1, part
             m = 1/(b(s + t, i) - a(s + t, i)*cp(t, i - 1))
             cp(t, i) = c(s + t, i)*m
             dp(t, i) = (d(s + t, i) - a(s + t, i)*dp(t, i - 1))*m
          end do
       end do
       x(s + 1:s + part, n) = dp(:, n)
       do i = n - 1, 1, -1
          do t = 1, part
             x(s + t, i) = dp(t, i) - cp(t, i)*x(s + t, i + 1)
          end do
       end do
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(x, systems*n)
  end function outcome
end module work
