program reductions
  implicit none
  integer :: m(2, 3), v(5) = [3, -1, 4, -1, 5]
  real :: empty(0)
  m = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  call check(sum(m) == 21 .and. product(m) == 720, 'whole')
  call check(all(sum(m, 1) == [3, 7, 11]) .and. all(sum(m, dim=2) == [9, 12]), 'along a dimension')
  call check(sum(m, mask=m > 2) == 18 .and. sum(m, m < 3) == 3, 'mask')
  call check(all(sum(m, 1, m > 1) == [2, 7, 11]), 'both')
  call check(maxval(m) == 6 .and. all(maxval(m, 2) == [5, 6]) .and. minval(v) == -1, 'extremes')
  call check(all(maxloc(v) == [5]) .and. minloc(v, 1) == 2 .and. maxloc(v, dim=1, mask=v < 4) == 1, 'places')
  call check(minloc(v, 1, back=.true.) == 4, 'from the back')
  call check(all(maxloc(m) == [2, 3]), 'place in two dimensions')
  call check(any(m == 4) .and. .not. all(m > 1) .and. count(mod(m, 2) == 0) == 3, 'logical')
  call check(all(any(m > 4, 1) .eqv. [.false., .false., .true.]), 'any along a dimension')
  call check(all(count(m > 2, 2) == [2, 2]), 'count along a dimension')
  call check(sum(empty) == 0 .and. product(empty) == 1 .and. .not. any(empty > 0) .and. all(empty > 0), 'empty')
  call check(maxval([integer ::]) == -huge(1) - 1, 'greatest of nothing')
  call check(findloc(v, 4, 1) == 3 .and. norm2([3.0, 4.0]) == 5.0, 'findloc and norm2')
  call check(iall([7, 3]) == 3 .and. iany([1, 4]) == 5 .and. iparity([5, 1]) == 4 .and. parity([.true., .true., .true.]), 'bits')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program reductions
