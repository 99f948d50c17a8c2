program block_associate
  implicit none
  integer :: i, n
  real :: a(3) = [1.0, 2.0, 3.0], m(2, 2) = 0
  type thing
    real :: data(3) = 5
  end type thing
  type(thing) :: t
  i = 1
  block
    integer :: i
    real :: work(3)
    i = 100
    work = a * i
    call check(sum(work) == 600.0, 'local of a block')
  end block
  call check(i == 1, 'outer name')
  associate (x => a(2), s => a(1) + a(3), d => t%data, col => m(:, 2))
    call check(s == 4.0, 'expression')
    x = 20
    d(1) = 0
    col = 7
  end associate
  call check(a(2) == 20 .and. sum(t%data) == 10 .and. m(1, 2) == 7 .and. m(1, 1) == 0, 'variables')
  n = 0
  search: block
    n = 1
    if (i == 1) exit search
    n = 2
  end block search
  call check(n == 1, 'exit from a block')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program block_associate
