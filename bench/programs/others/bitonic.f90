module work
  use samples
  implicit none
  integer, parameter :: n = 131072, width = 512
  real, allocatable :: a(:), b(:)
contains
  subroutine start()
    integer :: i
    if (.not. allocated(a)) allocate (a(n), b(n))
    a = [(sample(key(i)), i=1, n)]
  end subroutine
  subroutine turn()
    integer :: c
    real :: s(width)
    !$omp parallel do private(s)
    do c = 0, n - 1, width
      s = a(c + 1:c + width)
      call quick(s, 1, width)
      b(c + 1:c + width) = s
    end do
  end subroutine
  recursive subroutine quick(s, first, last)
    real, intent(inout) :: s(width)
    integer, value :: first, last
    integer :: i, j
    real :: p, x
    if (last - first < 16) then
      do i = first + 1, last
        x = s(i)
        j = i - 1
        do while (j >= first)
          if (s(j) <= x) exit
          s(j + 1) = s(j)
          j = j - 1
        end do
        s(j + 1) = x
      end do
      return
    end if
    p = s((first + last)/2)
    i = first
    j = last
    do while (i <= j)
      do while (s(i) < p)
        i = i + 1
      end do
      do while (s(j) > p)
        j = j - 1
      end do
      if (i <= j) then
        x = s(i); s(i) = s(j); s(j) = x
        i = i + 1
        j = j - 1
      end if
    end do
    if (first < j) call quick(s, first, j)
    if (i < last) call quick(s, i, last)
  end subroutine
  function outcome() result(s)
    real(8) :: s
    s = weighed4(b, n)
  end function
end module work
