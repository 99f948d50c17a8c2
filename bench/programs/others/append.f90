module work
  use samples
  implicit none
  integer, parameter :: n = 200000
  real, allocatable :: x(:)
  integer, allocatable :: list(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(x)) allocate (x(n), list(n))
    x = [(sample(i), i=1, n)]
    list = 0
  end subroutine
  subroutine turn()
    integer :: i, tail, mine, at, part, own(4096), lo
    tail = 0
    !$omp parallel do private(i, mine, at, own)
    do lo = 1, n, 4096
       mine = 0
       do i = lo, min(n, lo + 4095)
          if (x(i) > 0.5) then
             mine = mine + 1
             own(mine) = i
          end if
       end do
       !$omp atomic capture
       at = tail
       tail = tail + mine
       !$omp end atomic
       list(at + 1:at + mine) = own(1:mine)
    end do
  end subroutine
  function outcome() result(s)
    real(8) :: s
    s = sum(dble(list))
  end function
end module
