! Pointers, arrays of assumed shape and characters of assumed length in local and local_init.
program locals_of_concurrent_loops
  implicit none
  integer, target :: a(4) = [1, 2, 3, 4], c(4) = 0
  integer, pointer :: q(:), s
  real :: b(0:3) = [1, 2, 3, 4]
  logical :: good = .true.
  integer :: i
  q => a
  s => a(2)
  do concurrent (i = 1:4) local(q, s)
    q => c(i:i)
    s => c(i)
    q(1) = q(1) + i
    s = s + 10*i
  end do
  call check(all(c == [11, 22, 33, 44]))
  do concurrent (i = 1:4) local_init(q) shared(good, c)
    if (size(q) /= 4 .or. q(2) /= 2) good = .false.
    q => c(i:i)
    q(1) = -i
  end do
  call check(all(c == [-1, -2, -3, -4]))
  call check(associated(q, a) .and. associated(s, a(2)))
  call dummies(b, b, size(b), 'abcd')
  print '(a)', merge('PASS', 'FAIL', good)
contains
  subroutine dummies(x, y, n, t)
    real :: x(5:)
    integer, intent(in) :: n
    real :: y(n)
    character(*) :: t
    integer :: bad
    bad = 0
    do concurrent (i = 1:3) local_init(x, y, t)
      if (lbound(x, 1) /= 5 .or. ubound(x, 1) /= 8) bad = 1
      x = x + i
      y(2:) = x(5:7)
      t(i:i) = '-'
      if (any(x /= [1, 2, 3, 4] + i) .or. any(y /= [1, 1 + i, 2 + i, 3 + i])) bad = 2
      if (len(t) /= 4 .or. index(t, '-') /= i) bad = 3
    end do
    call check(bad == 0)
    call check(all(x == [1, 2, 3, 4]) .and. t == 'abcd')
    do concurrent (i = 1:3) local(x)
      x = i
      y(i) = sum(x)
    end do
    call check(all(y(:3) == [4, 8, 12]))
  end subroutine

  subroutine check(holds)
    logical, intent(in) :: holds
    if (.not. holds) good = .false.
  end subroutine
end program
