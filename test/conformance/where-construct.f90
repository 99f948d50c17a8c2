program where_construct
  implicit none
  integer :: a(6) = [1, -2, 3, -4, 5, -6], b(6), m(2, 2)
  where (a > 0) b = a
  where (a <= 0) b = 0
  call check(all(b == [1, 0, 3, 0, 5, 0]), 'where statement')
  where (a < -3)
    b = 100
  elsewhere (a < 0)
    b = -100
  elsewhere
    b = b * 2
  end where
  call check(all(b == [2, -100, 6, 100, 10, 100]), 'elsewhere')
  where (a > 0)
    a = -a
    b = a
  end where
  call check(all(b == [-1, -100, -3, 100, -5, 100]), 'the mask is evaluated once')
  m = reshape([1, 2, 3, 4], [2, 2])
  where (mod(m, 2) == 0) m = m / 2
  call check(all(m == reshape([1, 1, 3, 2], [2, 2])), 'two dimensions')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program where_construct
