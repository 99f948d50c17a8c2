program goto
  implicit none
  integer :: i, n, path
  n = 0
  i = 0
10 i = i + 1
  if (i > 5) goto 20
  n = n + i
  goto 10
20 continue
  call check(n == 15, 'backwards')
  path = 0
  do i = 1, 3
    goto (100, 200, 300), i
    path = -1
100 path = path * 10 + 1
    goto 400
200 path = path * 10 + 2
    goto 400
300 path = path * 10 + 3
400 continue
  end do
  call check(path == 123, 'computed')
  do i = 1, 10
    do n = 1, 10
      if (i * n == 42) goto 500
    end do
  end do
  i = -1
500 call check(i == 6 .and. n == 7, 'out of loops')
  path = 0
  do i = -1, 1
    if (i) 600, 610, 620
600 path = path + 1
    goto 630
610 path = path + 10
    goto 630
620 path = path + 100
630 continue
  end do
  call check(path == 111, 'arithmetic if')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program goto
