program dimensions_at_run_time
  implicit none
  integer :: a(3, 4), d, i
  a = reshape([(i, i = 1, 12)], [3, 4])
  do d = 1, 2
    if (d == 1) then
      call check(all(cshift(a, 1, d) == cshift(a, 1, 1)), 'cshift of columns')
      call check(all(cshift(a, [1, -2, 3, 0], d) == cshift(a, [1, -2, 3, 0], 1)), 'cshift by columns')
      call check(all(eoshift(a, [1, 2, 3, -1], -1, d) == eoshift(a, [1, 2, 3, -1], -1, 1)), 'eoshift of columns')
      call check(all(reduce(a, plus, d) == [6, 15, 24, 33]), 'reduce of columns')
      call check(all(reduce(a, plus, d, mod(a, 2) == 1) == [4, 5, 16, 11]), 'reduce with mask')
    else
      call check(all(cshift(a, -2, d) == cshift(a, -2, 2)), 'cshift of rows')
      call check(all(eoshift(a, [1, -2, 3], boundary=[-9, 0, 9], dim=d) == &
        reshape([4, 0, 12, 7, 0, 9, 10, 2, 9, -9, 5, 9], [3, 4])), 'eoshift of rows')
      call check(all(reduce(a, plus, dim=d) == [22, 26, 30]), 'reduce of rows')
      call check(all(reduce(a, plus, dim=d, mask=a > 9, identity=-1) == [10, 11, 12]), 'reduce with identity')
      call check(all(reduce(a, plus, dim=d, mask=a > 10, identity=-1) == [-1, 11, 12]), 'identity')
    end if
    call check(all(sum(a, d) == sum(transpose(a), 3 - d)), 'sum')
  end do
  do d = 1, 3
    call check(size(spread(a, d, 2), d) == 2 .and. sum(spread(a, d, 2)) == 156, 'spread')
  end do
  d = 2
  call check(all(reshape(spread(a, d, 5), [60]) == reshape(spread(a, 2, 5), [60])), 'spread between')
  print '(a)', 'PASS'
contains
  pure integer function plus(x, y)
    integer, intent(in) :: x, y
    plus = x + y
  end function plus
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program dimensions_at_run_time
