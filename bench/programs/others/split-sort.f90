module work
  use samples
  implicit none
  integer, parameter :: n = 262144, width = 256
  integer, allocatable :: a(:), b(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n), b(n))
    a = [(iand(key(i), 255), i=1, n)]
  end subroutine
  subroutine turn()
    integer :: c, bit, i, zeros, ones, keys(width), others(width)
    !$omp parallel do private(bit, i, zeros, ones, keys, others)
    do c = 0, n - 1, width
      keys = a(c + 1:c + width)
      do bit = 0, 7
        zeros = 0; ones = 0
        do i = 1, width
          if (iand(ishft(keys(i), -bit), 1) == 0) then
            zeros = zeros + 1
            keys(zeros) = keys(i)
          else
            ones = ones + 1
            others(ones) = keys(i)
          end if
        end do
        keys(zeros + 1:width) = others(1:ones)
      end do
      b(c + 1:c + width) = keys
    end do
  end subroutine
  function outcome() result(s)
    real(8) :: s
    s = weighed_integers(b, n)
  end function
end module work
