! Whole-array Fortran: where, forall, merge, pack, spread, reshape, maxloc, cshift.
subroutine shape(outcome)
  implicit none
  real(8), intent(inout) :: outcome
  integer, parameter :: n = 60
  real(8) :: a(n, n), b(n, n), c(n, n), v(n*n), w(n)
  logical :: m(n, n)
  integer :: i, j, k(2)
  forall (i=1:n, j=1:n) a(i, j) = sin(real(i*j, 8))
  m = a > 0.2d0
  where (m)
    b = sqrt(a)
  elsewhere (a < -0.5d0)
    b = -a
  elsewhere
    b = 0
  end where
  c = merge(a, b, mod(spread([(i, i=1, n)], 2, n), 2) == 0)
  v = reshape(transpose(c), [n*n])
  w = sum(c, dim=2)/n + maxval(b, dim=1)
  c = c - spread(w, 1, n)
  k = maxloc(c)
  outcome = outcome + sum(pack(c, m)) + sum(v(::3)) + k(1) + k(2) + sum(cshift(w, 5)*w)
  outcome = outcome + count(any(m, dim=1)) + norm2(eoshift(w, 2))
end subroutine
