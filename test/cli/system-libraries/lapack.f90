program systems_lapack
  implicit none
  integer, parameter :: dp = kind(1d0), n = 150
  complex(dp), external :: zladiv
  complex(4), external :: cladiv
  real(dp), external :: dlamch, dlange
  logical, external :: lsame
  integer, external :: ilaenv
  interface
    subroutine dpotrf(uplo, n, a, lda, info)
      character, intent(in) :: uplo
      integer, intent(in) :: n, lda
      double precision, intent(inout) :: a(lda, *)
      integer, intent(out) :: info
    end subroutine
  end interface
  real(dp) :: a(n, n), l(n, n), b(n, n), u(n, n), vt(n, n), w(n), work(1 + 6*n + 2*n*n), e(n - 1), y(n)
  complex(dp) :: h(n, n), g(n, n), z(n, n), x(n, n), zwork(n*n + 2*n)
  real(dp) :: rwork(1 + 5*n + 2*n*n), one(1)
  integer :: iwork(3 + 5*n), info, i, j, bad
  bad = 0
  call fill(a)
  a = matmul(transpose(a), a)
  do i = 1, n
    a(i, i) = a(i, i) + 1
  end do
  l = a
  call dpotrf('L', n, l, n, info)
  do j = 2, n
    l(:j - 1, j) = 0
  end do
  call check('dpotrf', info, maxval(abs(matmul(l, transpose(l)) - a)))

  u = a
  call dsyevd('Vectors', 'Upper', n, u, n, w, work, size(work), iwork, size(iwork), info)
  call check('dsyevd', info, maxval(abs(matmul(a, u) - u*spread(w, 1, n))))

  call fill(b)
  l = b
  call dgesvd('All', 'All', n, n, l, n, w, u, n, vt, n, work, size(work), info)
  call check('dgesvd', info, maxval(abs(matmul(u*spread(w, 1, n), vt) - b)))

  h = cmplx(a, b - transpose(b), dp)
  g = cmplx(a, 0, dp)
  z = h
  x = g
  call zhegvd(1, 'V', 'L', n, z, n, x, n, w, zwork, size(zwork), rwork, size(rwork), iwork, size(iwork), info)
  call check('zhegvd', info, maxval(abs(matmul(h, z) - matmul(g, z)*spread(w, 1, n))))

  w = [(4d0 + i, i = 1, n)]
  e = [(1d0/i, i = 1, n - 1)]
  y = w
  call zstedc('I', n, w, e, z, n, zwork, size(zwork), rwork, size(rwork), iwork, size(iwork), info)
  x = 0
  do i = 1, n
    x(i, i) = y(i)
    if (i < n) x(i, i + 1) = 1d0/i
    if (i < n) x(i + 1, i) = 1d0/i
  end do
  call check('zstedc', info, maxval(abs(matmul(x, z) - z*spread(w, 1, n))))

  call check('zladiv', 0, abs(zladiv((1d0, 2d0), (3d0, -4d0)) - (1d0, 2d0)/(3d0, -4d0)))
  call check('cladiv', 0, real(abs(cladiv((1., 2.), (3., -4.)) - (1., 2.)/(3., -4.)), dp)*1d-7)
  call check('dlamch', 0, dlamch('Epsilon') - epsilon(1d0)/2)
  call check('dlange', 0, dlange('Frobenius', n, n, a, n, one) - sqrt(sum(a**2)))
  if (.not. lsame('v', 'V') .or. lsame('v', 'w')) call check('lsame', 1, 0d0)
  if (ilaenv(1, 'DGETRF', ' ', n, n, -1, -1) < 2) call check('ilaenv', 1, 0d0)
  if (bad == 0) print '(a)', 'PASS'
contains
  subroutine fill(m)
    real(dp), intent(out) :: m(n, n)
    integer :: p, q
    do q = 1, n
      do p = 1, n
        m(p, q) = sin(1d0*p*q + p)
      end do
    end do
  end subroutine
  subroutine check(name, info, error)
    character(*), intent(in) :: name
    integer, intent(in) :: info
    real(dp), intent(in) :: error
    if (info == 0 .and. abs(error) < 1d-9) return
    print *, 'FAIL ', name, info, error
    bad = bad + 1
  end subroutine
end program
