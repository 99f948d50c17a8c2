module work
  use samples
  implicit none
  integer, parameter :: wd = 176, ht = 144, range = 8
  integer(2), allocatable :: cur(:, :), ref(:, :)
  integer, allocatable :: best(:, :, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(cur)) allocate (cur(wd, ht), ref(wd, ht), best(289, wd/4, ht/4))
    cur = reshape([(int(mod(key(i), 256), 2), i=1, wd*ht)], [wd, ht])
    ref = reshape([(int(mod(key(i*5), 256), 2), i=1, wd*ht)], [wd, ht])
  end subroutine start
  subroutine turn()
    integer :: bx, by, dx, dy, i, j, s, x, y
    !$omp parallel do private(bx, dx, dy, i, j, s, x, y)
    do by = 0, ht/4 - 1
       do bx = 0, wd/4 - 1
          do dy = -8, 8
             do dx = -8, 8
                s = 0
                do j = 1, 4
                   y = min(max(by*4 + j + dy, 1), ht)
                   do i = 1, 4
                      x = min(max(bx*4 + i + dx, 1), wd)
                      s = s + abs(int(cur(bx*4 + i, by*4 + j)) - int(ref(x, y)))
                   end do
                end do
                best((dy + 8)*17 + dx + 9, bx + 1, by + 1) = s
             end do
          end do
       end do
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    integer, allocatable :: h(:, :, :)
    h = best
    s = weighed_integers(h, size(h))
  end function outcome
end module work
