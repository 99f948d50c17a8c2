module work
  use samples
  implicit none
  integer, parameter :: n = 128*1024, centres = 16, dims = 8
  real, allocatable :: p(:, :), c(:, :)
  integer, allocatable :: which(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(p)) allocate (p(n, dims), c(dims, centres), which(n))
    p = reshape([(sample(i), i=1, n*dims)], [n, dims])
    c = reshape([(sample(977*i), i=1, centres*dims)], [dims, centres])
  end subroutine start

  subroutine turn()
    integer :: i, k, d, best
    real :: s, least
    !$omp parallel do private(k, d, best, s, least)
    do i = 1, n
       least = huge(least)
       best = 0
       do k = 1, centres
          s = 0
          do d = 1, dims
             s = s + (p(i, d) - c(d, k))**2
          end do
          if (s < least) then
             least = s
             best = k
          end if
       end do
       which(i) = best
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed_integers(which, n)
  end function outcome
end module work
