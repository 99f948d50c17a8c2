module work
  use samples
  implicit none
  integer, parameter :: n = 11, starts = n**3
  integer, allocatable :: found(:)
contains
  pure integer function search(t) result(c)
    integer, intent(in) :: t
    integer :: columns(0:n), left(0:n), right(0:n), free(0:n)
    integer :: row, bit, k, code
    columns(0) = 0
    left(0) = 0
    right(0) = 0
    code = t - 1
    c = 0
    do k = 0, 2
       bit = ishft(1, mod(code, n))
       code = code/n
       if (iand(bit, ior(columns(k), ior(left(k), right(k)))) /= 0) return
       columns(k + 1) = ior(columns(k), bit)
       left(k + 1) = ishft(ior(left(k), bit), 1)
       right(k + 1) = ishft(ior(right(k), bit), -1)
    end do
    row = 3
    free(row) = iand(not(ior(columns(row), ior(left(row), right(row)))), 2**n - 1)
    do while (row >= 3)
       if (free(row) == 0) then
          row = row - 1
       else
          bit = iand(free(row), -free(row))
          free(row) = ieor(free(row), bit)
          if (row == n - 1) then
             c = c + 1
          else
             columns(row + 1) = ior(columns(row), bit)
             left(row + 1) = ishft(ior(left(row), bit), 1)
             right(row + 1) = ishft(ior(right(row), bit), -1)
             row = row + 1
             free(row) = iand(not(ior(columns(row), ior(left(row), right(row)))), 2**n - 1)
          end if
       end if
    end do
  end function search

  subroutine start()
    if (.not. allocated(found)) allocate (found(starts))
    found = 0
  end subroutine start

  subroutine turn()
    integer :: t
    !$omp parallel do schedule(dynamic, 16)
    do t = 1, starts
       found(t) = search(t)
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed_integers(found, starts)
  end function outcome
end module work
