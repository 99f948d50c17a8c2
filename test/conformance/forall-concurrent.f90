program forall_concurrent
  implicit none
  integer :: a(5, 5), b(5), i, j
  a = 0
  forall (i = 1:5, j = 1:5, i > j) a(i, j) = i * 10 + j
  call check(a(3, 2) == 32 .and. a(2, 3) == 0 .and. count(a /= 0) == 10, 'forall with a mask')
  b = [1, 2, 3, 4, 5]
  forall (i = 2:5) b(i) = b(i - 1)
  call check(all(b == [1, 1, 2, 3, 4]), 'right side first')
  forall (i = 1:5)
    a(i, i) = i
    b(i) = a(i, i) * 2
  end forall
  call check(sum(b) == 30, 'construct')
  do concurrent (i = 1:5, j = 1:5, i /= j)
    a(i, j) = -1
  end do
  call check(sum(a) == 15 - 20, 'do concurrent')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program forall_concurrent
