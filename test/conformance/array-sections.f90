program array_sections
  implicit none
  integer :: a(10), b(4, 5), c(-2:2), i, j
  integer :: v(3) = [7, 2, 5]
  a = [(i, i = 1, 10)]
  call check(all(a(2:8:3) == [2, 5, 8]), 'stride')
  call check(all(a(10:1:-4) == [10, 6, 2]), 'negative stride')
  call check(all(a(v) == [7, 2, 5]), 'vector subscript')
  call check(size(a(5:4)) == 0, 'empty section')
  a(2:10) = a(1:9)
  call check(all(a == [1, 1, 2, 3, 4, 5, 6, 7, 8, 9]), 'overlap upwards')
  a(1:9) = a(2:10)
  call check(all(a == [1, 2, 3, 4, 5, 6, 7, 8, 9, 9]), 'overlap downwards')
  a(::2) = -a(::2)
  call check(sum(a) == -1 + 2 - 3 + 4 - 5 + 6 - 7 + 8 - 9 + 9, 'section of itself')
  do j = 1, 5
    do i = 1, 4
      b(i, j) = 10 * i + j
    end do
  end do
  call check(all(b(2, :) == [21, 22, 23, 24, 25]), 'row')
  call check(all(b(:, 3) == [13, 23, 33, 43]), 'column')
  call check(all(b(2:3, 4:5) == reshape([24, 34, 25, 35], [2, 2])), 'block')
  b(:, 1) = b(:, 2) + b(4:1:-1, 3)
  call check(all(b(:, 1) == [12 + 43, 22 + 33, 32 + 23, 42 + 13]), 'sections on both sides')
  c = [(i * i, i = -2, 2)]
  call check(c(-2) == 4 .and. lbound(c, 1) == -2 .and. ubound(c, 1) == 2, 'lower bounds')
  a(v) = [100, 200, 300]
  call check(a(7) == 100 .and. a(2) == 200 .and. a(5) == 300, 'assignment to a vector subscript')
  b(1, :) = 0
  call check(sum(b(1, 1:5:2)) == 0, 'scalar to a row')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program array_sections
