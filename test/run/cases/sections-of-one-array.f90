! Columns and rows of one matrix are the same or apart; other sections, and pointers, may meet.
program p
  implicit none
  integer, parameter :: n = 6
  integer :: a(n, n), i, j, k, r(n), idx(3)
  type t
    integer :: x(4)
    integer, pointer :: q(:)
  end type
  type(t) :: s(3)
  integer, target :: pool(10)
  character(3) :: c(4, 4)
  do k = 1, n
    do j = 1, n
      a(:, j) = [(i*j, i = 1, n)]
    end do
    a(2:n, 3) = a(2:n, 3) - a(2:n, k)*a(1, k)
    a(k, :) = a(1, :)
    a(2:4, k) = a(3:5, k)
    a(:, k) = a(n:1:-1, k)
    a(2:n, 2) = a(1:n - 1, k)
    r = a(k, :)
    a(3, 2:5) = a(k, 2:5) + a(4, 2:5) + r(2:5)
    a(:3, k) = a(idx0(k), 2)
    print '(36i5)', a
  end do
  pool = [(i, i = 1, 10)]
  do i = 1, 3
    s(i)%x = i
    s(i)%q => pool(i:i + 3)
  end do
  do i = 1, 3
    do j = 1, 3
      s(i)%x(2:4) = s(i)%x(2:4) + s(j)%x(2:4)
      s(i)%q(2:4) = s(i)%q(2:4) + s(j)%q(2:4)
      s(i)%q(1:4) = s(j)%q(1:4)
    end do
  end do
  print *, (s(i)%x, i = 1, 3), pool
  idx = [3, 1, 2]
  do i = 1, 4
    c(:, i) = [character(3) :: 'abc', 'def', 'ghi', 'jkl']
    c(i, :)(1:2) = c(1, :)(2:3)
    c(2:3, i)(2:) = c(2:3, 1)(1:)
  end do
  print *, c
  a(idx, 1) = a(idx(3:1:-1), 1)
  a(a(1, 1):3, 2) = a(a(1, 1):3, 2)*2
  print *, a
contains
  function idx0(k) result(v)
    integer, intent(in) :: k
    integer :: v(3)
    v = [1, 2, mod(k, 6) + 1]
  end function
end program
