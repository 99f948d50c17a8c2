module work
  use samples
  implicit none
  integer, parameter :: n = 256, many = 300
  complex, allocatable :: given(:, :), found(:, :), roots(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(given)) allocate (given(0:n - 1, many), found(0:n - 1, many), roots(0:n/2 - 1))
    given(:, :) = reshape([(cmplx(sample(i), sample(7*i)), i=1, n*many)], [n, many])
    roots(:) = [(exp(cmplx(0.0, -6.2831853*i/n)), i=0, n/2 - 1)]
  end subroutine start

  subroutine turn()
    integer :: b, g, i, k, m, r, half
    complex :: u, v
    !$omp parallel do private(g, i, k, m, r, half, u, v)
    do b = 1, many
       do i = 0, n - 1
          r = 0
          m = i
          do k = 1, 8
             r = 2*r + iand(m, 1)
             m = m/2
          end do
          found(r, b) = given(i, b)
       end do
       half = 1
       do while (half < n)
          do g = 0, n - 1, 2*half
             do k = 0, half - 1
                u = found(g + k, b)
                v = found(g + k + half, b)*roots(k*(n/2/half))
                found(g + k, b) = u + v
                found(g + k + half, b) = u - v
             end do
          end do
          half = 2*half
       end do
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = sum(dble(abs(real(found)))) + 2*sum(dble(abs(aimag(found))))
  end function outcome
end module work
