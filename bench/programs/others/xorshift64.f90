module work
  use samples
  implicit none
  integer, parameter :: n = 64*1024, draws = 64
  integer(8), allocatable :: s(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(s)) allocate (s(n))
    s = [(int(i, 8)*2685821657_8 + 88172645463325252_8, i=1, n)]
  end subroutine start

  subroutine turn()
    integer(8) :: x
    integer :: i, k
    !$omp parallel do private(x, k)
    do i = 1, n
       x = s(i)
       do k = 1, draws
          x = ieor(x, ishft(x, 13))
          x = ieor(x, ishft(x, -7))
          x = ieor(x, ishft(x, 17))
       end do
       s(i) = x
    end do
  end subroutine turn

  function outcome() result(r)
    real(8) :: r
    r = sum(dble(iand(s, 1048575_8)))
  end function outcome
end module work
