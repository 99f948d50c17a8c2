subroutine counted(n, m, s)
  integer, intent(in) :: n, m
  integer, intent(inout) :: s
  integer :: i
  integer(8) :: j
  integer(1) :: k
  real :: x
  do i = 1, n
    s = s + i
  end do
  do i = n, 1, -m
    s = s - i
  end do
  do j = 2_8, 10_8, 3_8
    s = s + int(j)
  end do
  do k = 1_1, 127_1
    if (k == 5_1) cycle
    if (k > 9_1) exit
  end do
  do x = 0.0, 1.0, 0.25
    s = s + 1
  end do
  outer: do
    do while (s > 0)
      s = s - 1
      if (s == 3) exit outer
    end do
  end do outer
end subroutine counted
