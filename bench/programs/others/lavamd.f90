module work
  use samples
  implicit none
  integer, parameter :: nb = 4, per = 64
  real, allocatable :: pos(:, :, :), charge(:, :), f(:, :, :)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(pos)) allocate (pos(4, per, nb**3), charge(per, nb**3), f(4, per, nb**3))
    pos = reshape([(sample(i), i=1, 4*per*nb**3)], [4, per, nb**3])
    charge = reshape([(sample(5*i), i=1, per*nb**3)], [per, nb**3])
  end subroutine start
  subroutine turn()
    integer :: box, bx, by, bz, dx, dy, dz, other, j, t
    real :: r2, vij, fs, f1(per), f2(per), f3(per), f4(per)
    !$omp parallel do private(bx, by, bz, dx, dy, dz, other, j, t, r2, vij, fs, f1, f2, f3, f4)
    do box = 1, nb**3
       bx = mod(box - 1, nb)
       by = mod((box - 1)/nb, nb)
       bz = (box - 1)/(nb*nb)
       f1 = 0; f2 = 0; f3 = 0; f4 = 0
       do dz = -1, 1
          do dy = -1, 1
             do dx = -1, 1
                if (bx + dx < 0 .or. bx + dx >= nb .or. by + dy < 0 .or. by + dy >= nb .or. bz + dz < 0 .or. bz + dz >= nb) cycle
                other = box + dx + nb*(dy + nb*dz)
                do j = 1, per
                   do t = 1, per
                      r2 = pos(4, t, box) + pos(4, j, other) - (pos(1, t, box)*pos(1, j, other) &
                        + pos(2, t, box)*pos(2, j, other) + pos(3, t, box)*pos(3, j, other))
                      vij = exp(-0.5*r2)
                      fs = 2*vij
                      f4(t) = f4(t) + charge(j, other)*vij
                      f1(t) = f1(t) + charge(j, other)*fs*(pos(1, t, box) - pos(1, j, other))
                      f2(t) = f2(t) + charge(j, other)*fs*(pos(2, t, box) - pos(2, j, other))
                      f3(t) = f3(t) + charge(j, other)*fs*(pos(3, t, box) - pos(3, j, other))
                   end do
                end do
             end do
          end do
       end do
       f(1, :, box) = f1
       f(2, :, box) = f2
       f(3, :, box) = f3
       f(4, :, box) = f4
    end do
  end subroutine turn
  function outcome() result(s)
    real(8) :: s
    real, allocatable :: h(:, :, :)
    h = f
    s = sum(dble(h)**2)
  end function outcome
end module work
