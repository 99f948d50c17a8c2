module work
  use samples
  implicit none
  integer, parameter :: w = 720, h = 480
  integer(1), allocatable :: a(:, :), soft(:, :), sharp(:, :)
contains
  pure integer function pixel(byte)
    integer(1), intent(in) :: byte
    pixel = iand(int(byte), 255)
  end function pixel

  !> The byte of a number from 0 to 255.
  pure integer(1) function byte(number)
    integer, intent(in) :: number
    byte = int(number - merge(256, 0, number > 127), 1)
  end function byte

  subroutine start()
    integer :: i
    if (.not. allocated(soft)) allocate (soft(w, h), sharp(w, h))
    a = reshape([(int(mod(key(i), 256) - 128, 1), i=1, w*h)], [w, h])
  end subroutine start

  subroutine turn()
    integer :: x, y, i, j, s
    !$omp parallel
    !$omp do private(x, i, j, s)
    do y = 1, h
       if (y == 1 .or. y == h) then
          soft(:, y) = a(:, y)
          cycle
       end if
       soft(1, y) = a(1, y)
       soft(w, y) = a(w, y)
       do x = 2, w - 1
          s = 0
          do j = -1, 1
             do i = -1, 1
                s = s + (2 - abs(i))*(2 - abs(j))*pixel(a(x + i, y + j))
             end do
          end do
          soft(x, y) = byte(s/16)
       end do
    end do
    !$omp do private(x)
    do y = 1, h
       do x = 1, w
          sharp(x, y) = byte(min(max(pixel(a(x, y)) + (pixel(a(x, y)) - pixel(soft(x, y)))*3/2, 0), 255))
       end do
    end do
    !$omp end parallel
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed_integers(iand(reshape(int(sharp), [w*h]), 255), w*h)
  end function outcome
end module work
