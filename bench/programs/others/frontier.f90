module work
  use samples
  implicit none
  integer, parameter :: n = 128*1024, degree = 6
  integer, allocatable :: first(:), to(:), level(:)
contains
  subroutine start()
    integer :: i, k
    if (.not. allocated(first)) allocate (first(n + 1), to(n*degree), level(n))
    first = [(1 + (i - 1)*degree, i=1, n + 1)]
    to = [((1 + modulo(i + (k*k*k)*37 + key(i*degree + k)/64, n), k=1, degree), i=1, n)]
  end subroutine start

  subroutine turn()
    integer :: now, i, k, j
    logical :: more
    level = -1
    level(1) = 0
    do now = 0, 100
       more = .false.
       !$omp parallel do private(k, j) reduction(.or.: more)
       do i = 1, n
          if (level(i) == now) then
             do k = first(i), first(i + 1) - 1
                j = to(k)
                if (level(j) < 0) then
                   level(j) = now + 1
                   more = .true.
                end if
             end do
          end if
       end do
       if (.not. more) exit
    end do
  end subroutine turn

  function outcome() result(s)
    real(8) :: s
    s = weighed_integers(level, n)
  end function outcome
end module work
