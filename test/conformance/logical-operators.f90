program logical_operators
  implicit none
  logical :: t = .true., f = .false., x
  logical(1) :: small
  integer :: calls
  call check(t .and. .not. f, 'and, not')
  call check((t .or. f) .and. (t .neqv. f) .and. (f .eqv. f), 'or, neqv, eqv')
  call check(.not. (t .and. f) .or. f, 'precedence')
  x = 3 > 2 .and. 2 >= 2 .and. 1 /= 2 .and. 'a' < 'b'
  call check(x, 'comparison')
  call check(3 .gt. 2 .and. 2 .ge. 2 .and. 1 .ne. 2 .and. 2 .eq. 2 .and. 1 .lt. 2 .and. 1 .le. 1, 'words')
  small = x
  call check(logical(small .eqv. .true._1), 'small kind')
  calls = 0
  if (f) calls = 1
  if (.not. f) calls = calls + 2
  call check(calls == 2, 'if statement')
  call check(merge(1, 2, t) == 1 .and. merge(1, 2, f) == 2, 'merge')
  call check(all([t, .not. f]) .and. any([f, t]) .and. count([t, f, t]) == 2, 'reductions')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program logical_operators
