program matrices
  implicit none
  real :: a(2, 3), b(3, 2), c(2, 2), v(3), w(2)
  integer :: i(4), m(2, 3)
  complex :: z(2)
  a = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  b = transpose(a)
  call check(all(b == reshape([1, 3, 5, 2, 4, 6], [3, 2])), 'transpose')
  c = matmul(a, b)
  call check(all(c == reshape([35, 44, 44, 56], [2, 2])), 'matrix times matrix')
  v = [1, 0, -1]
  w = matmul(a, v)
  call check(all(w == [-4, -4]), 'matrix times vector')
  call check(all(matmul([1.0, 1.0], a) == [3, 7, 11]), 'vector times matrix')
  call check(dot_product(v, [3.0, 4.0, 5.0]) == -2, 'dot product')
  z = [(0.0, 1.0), (1.0, 0.0)]
  call check(dot_product(z, z) == (2.0, 0.0), 'the first is conjugated')
  m = reshape([1, 2, 3, 4, 5, 6], [2, 3], order=[2, 1])
  call check(all(m(1, :) == [1, 2, 3]), 'reshape with order')
  call check(all(reshape([1, 2], [2, 2], pad=[9]) == reshape([1, 2, 9, 9], [2, 2])), 'reshape with pad')
  call check(all(spread([1, 2], 1, 3) == reshape([1, 1, 1, 2, 2, 2], [3, 2])), 'spread')
  i = [1, 2, 3, 4]
  call check(all(pack(i, mod(i, 2) == 0) == [2, 4]), 'pack')
  call check(all(unpack([7, 8], i > 2, i) == [1, 2, 7, 8]), 'unpack')
  call check(all(cshift(i, 1) == [2, 3, 4, 1]) .and. all(cshift(i, -1) == [4, 1, 2, 3]), 'cshift')
  call check(all(eoshift(i, 1) == [2, 3, 4, 0]) .and. all(eoshift(i, -2, boundary=9) == [9, 9, 1, 2]), 'eoshift')
  call check(all(cshift(m, 1, dim=2) == reshape([2, 5, 3, 6, 1, 4], [2, 3])), 'cshift along a dimension')
  call check(all(shape(a) == [2, 3]) .and. size(a, 2) == 3 .and. all(ubound(a) == [2, 3]), 'shape')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, "wrong: ", what
    error stop 1
  end subroutine check
end program matrices
