module work
  use samples
  implicit none
  integer, parameter :: nin = 16384, hid = 16
  real, allocatable :: x(:), w(:, :), p(:, :), delta(:), old(:, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(x)) allocate (x(0:nin), w(0:hid, 0:nin), p(hid, nin/16), delta(hid), old(0:hid, 0:nin))
    x = [(sample(i), i=0, nin)]
    delta = [(sample(i)*0.01, i=1, hid)]
    w = reshape([(sample(i), i=1, (hid + 1)*(nin + 1))], [hid + 1, nin + 1])
    old = 0
    p = 0
  end subroutine start
  subroutine turn()
    integer :: b, i, j, iy
    real :: s(16), d
    !$omp parallel do private(i, j, s)
    do b = 1, nin/16
       s = 0
       do i = 1, 16
          do j = 1, 16
             s(j) = s(j) + w(j, (b - 1)*16 + i)*x((b - 1)*16 + i)
          end do
       end do
       p(:, b) = s
    end do
    !$omp parallel do private(j, d)
    do iy = 1, nin
       do j = 1, hid
          d = 0.3*delta(j)*x(iy) + 0.3*old(j, iy)
          w(j, iy) = w(j, iy) + d
          old(j, iy) = d
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real, allocatable :: h(:, :)
    h = p
    s = sum(dble(h))
  end function outcome
end module work
