subroutine transfer(u, x, name)
  integer, intent(in) :: u
  real(8), intent(inout) :: x(4)
  character(*), intent(out) :: name
  integer :: i, status
  character(8) :: text
  logical :: there
  write (u, '(a,i4)', advance='no') 'n = ', 4
  write (text, 100) x(1)
100 format(f8.3)
  read (text, *, iostat=status, end=200) x(2)
  write (u) x, (x(i), i = 1, 4, 2)
  inquire (unit=u, name=name, exist=there)
  if (there) return
200 name = ' '
end subroutine transfer
