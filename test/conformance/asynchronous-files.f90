! Asynchronous input and output: identifiers, wait, inquire(pending=), the end of a file, formatted and unformatted.
program asynchronous_files
  implicit none
  integer :: unit, i, first, second, third, status
  integer, asynchronous :: out(100), in(100), more(100)
  real, asynchronous :: x(3)
  logical :: pending, good = .true., ended
  character(20) :: answer
  out = [(i, i=1, 100)]
  open (newunit=unit, status='scratch', form='unformatted', access='stream', asynchronous='yes')
  write (unit, asynchronous='yes', id=first) out
  write (unit, asynchronous='yes', id=second, pos=401) -out
  call check(first /= second, 'identifiers')
  wait (unit, id=second)
  wait (unit, id=first, iostat=status)
  inquire (unit, id=first, pending=pending, asynchronous=answer)
  call check(status == 0 .and. .not. pending .and. answer == 'YES', 'written')
  rewind (unit)
  read (unit, asynchronous='yes', id=first) in
  read (unit, asynchronous='yes', id=second) more
  wait (unit)
  inquire (unit, pending=pending)
  call check(all(in == out) .and. all(more == -out) .and. .not. pending, 'read')
  ended = .false.
  read (unit, asynchronous='yes', id=third, end=10) in
  wait (unit, id=third, end=10)
  call check(.false., 'end')
  go to 20
10 ended = .true.
20 call check(ended, 'end of file')
  wait (unit, iostat=status)
  call check(status == 0, 'nothing left')
  close (unit)
  open (newunit=unit, status='scratch', asynchronous='yes')
  x = [1.5, 2.5, 3.5]
  write (unit, '(3f5.1)', asynchronous='yes') x
  flush (unit)
  backspace (unit)
  x = 0
  read (unit, *, asynchronous='yes', id=first) x
  wait (unit, id=first)
  call check(all(x == [1.5, 2.5, 3.5]), 'formatted')
  wait (unit)
  close (unit)
  wait (unit, iostat=status)
  call check(status == 0, 'no file')
  open (newunit=unit, status='scratch')
  inquire (unit, asynchronous=answer)
  call check(answer == 'NO', 'synchronous')
  if (good) print '(a)', 'PASS'
contains
  subroutine check(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    if (right) return
    good = .false.
    print '(2a)', 'FAIL ', what
  end subroutine
end program
