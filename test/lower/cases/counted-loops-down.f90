! Loops down run as often as those up: the number is no quotient by a negative one.
subroutine counted(n, m, total)
  integer :: n, total, i
  integer(8) :: m, j
  do i = n, 1, -1
    total = total + i
  end do
  do i = n, 2, -3
    total = total + i
  end do
  do j = m, 1, -1
    total = total + 1
  end do
end subroutine
