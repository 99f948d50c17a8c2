module work
  use samples
  implicit none
  integer, parameter :: n = 1024, r = 2
  real :: w(-r:r, -r:r)
  real, allocatable :: a(:, :), b(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n, n), b(n, n))
    a = reshape([(sample(i), i=1, n*n)], [n, n])
    w = reshape([(sample(9*i)/25, i=1, (2*r + 1)**2)], [2*r + 1, 2*r + 1])
  end subroutine start

  subroutine turn()
    integer :: i, j, k, l
    real :: s, padded(1 - r:n + r)
    !$omp parallel do private(i, k, l, s, padded)
    do j = 1, n
       b(:, j) = 0
       do l = -r, r
          padded(1:n) = a(:, min(max(j + l, 1), n))
          padded(:0) = padded(1)
          padded(n + 1:) = padded(n)
          do i = 1, n
             s = b(i, j)
             do k = -r, r
                s = s + w(k, l)*padded(i + k)
             end do
             b(i, j) = s
          end do
       end do
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed4(b, n*n)
  end function outcome
end module work
