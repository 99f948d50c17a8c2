program files
  implicit none
  integer :: u, i, code, n
  real :: x, list(3)
  character(20) :: line
  logical :: there
  open(newunit=u, status='scratch', form='formatted')
  do i = 1, 3
    write(u, '(i3, f6.2)') i, i * 1.5
  end do
  rewind(u)
  read(u, '(i3, f6.2)') i, x
  call check(i == 1 .and. x == 1.5, 'formatted')
  read(u, '(a)') line
  call check(line == '  2  3.00', 'a line')
  backspace(u)
  read(u, *) i, x
  call check(i == 2 .and. x == 3.0, 'backspace')
  n = 0
  do
    read(u, *, iostat=code) i
    if (code /= 0) exit
    n = n + 1
  end do
  call check(code < 0 .and. n == 1, 'until the end')
  close(u)
  open(newunit=u, status='scratch', form='unformatted')
  write(u) 5, [1.0, 2.0, 3.0]
  rewind(u)
  read(u) i, list
  call check(i == 5 .and. sum(list) == 6.0, 'unformatted')
  close(u)
  open(newunit=u, status='scratch', access='direct', recl=8, form='unformatted')
  write(u, rec=3) 3.0d0
  write(u, rec=1) 1.0d0
  read(u, rec=3) list(1:2)
  call check(transfer(list(1:2), 1.0d0) == 3.0d0, 'direct')
  close(u)
  open(newunit=u, status='scratch', access='stream', form='unformatted')
  write(u) 'abc', 7
  inquire(u, pos=n)
  read(u, pos=2) line(1:1)
  call check(n == 8 .and. line(1:1) == 'b', 'stream')
  close(u)
  inquire(file='no-such-file-here', exist=there)
  call check(.not. there, 'inquire')
  open(newunit=u, file='no-such-file-here', status='old', iostat=code)
  call check(code > 0, 'opening what does not exist')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program files
