! BLAS and LAPACK of the host by their plain names, as a program linked with -lblas -llapack calls them
#define SELFMV symv
#define SELFPMV spmv
#define SELFBMV sbmv
#define SELFMM symm
#define SELFR2 syr2
#define SELFRK syrk
#define SELFR2K syr2k
#define LASTTRANS 'T'
#define T real(4)
#define RK 4
#define IS_COMPLEX 0
#define NAME(x) s##x
#define CONJ(x) (x)
#define ADJOINT(x) transpose(x)
#define DOTNAME sdot
#define NORMNAME snrm2
#define SUMNAME sasum
#define PLACENAME isamax
#include "host-blas.inc"
#define T real(8)
#define RK 8
#define IS_COMPLEX 0
#define NAME(x) d##x
#define CONJ(x) (x)
#define ADJOINT(x) transpose(x)
#define DOTNAME ddot
#define NORMNAME dnrm2
#define SUMNAME dasum
#define PLACENAME idamax
#include "host-blas.inc"
#undef SELFMV
#undef SELFPMV
#undef SELFBMV
#undef SELFMM
#undef SELFR2
#undef SELFRK
#undef SELFR2K
#undef LASTTRANS
#define SELFMV hemv
#define SELFPMV hpmv
#define SELFBMV hbmv
#define SELFMM hemm
#define SELFR2 her2
#define SELFRK herk
#define SELFR2K her2k
#define LASTTRANS 'C'
#define T complex(4)
#define RK 4
#define IS_COMPLEX 1
#define NAME(x) c##x
#define CONJ(x) conjg(x)
#define ADJOINT(x) conjg(transpose(x))
#define DOTNAME cdotc
#define NORMNAME scnrm2
#define SUMNAME scasum
#define PLACENAME icamax
#include "host-blas.inc"
#define T complex(8)
#define RK 8
#define IS_COMPLEX 1
#define NAME(x) z##x
#define CONJ(x) conjg(x)
#define ADJOINT(x) conjg(transpose(x))
#define DOTNAME zdotc
#define NORMNAME dznrm2
#define SUMNAME dzasum
#define PLACENAME izamax
#include "host-blas.inc"

program host_blas
  implicit none
  integer :: wrong
  real(8) :: a, b, c, s, d1, d2, x1, param(5), x(2), y(2)
  complex(8) :: za, zs
  real(8), external :: dsdot
  wrong = 0
  call scheck(wrong)
  call dcheck(wrong)
  call ccheck(wrong)
  call zcheck(wrong)
  ! Rotations
  a = 3
  b = 4
  call drotg(a, b, c, s)
  if (abs(a - 5) + abs(c - 0.6d0) + abs(s - 0.8d0) > 1d-14) wrong = wrong + 1
  za = (3d0, 0d0)
  call zrotg(za, (0d0, 4d0), c, zs)
  if (abs(za - 5) + abs(c - 0.6d0) + abs(zs - (0d0, -0.8d0)) > 1d-14) wrong = wrong + 1
  x = [1d0, 2d0]
  y = [3d0, 4d0]
  call drot(2, x, 1, y, 1, 0.6d0, 0.8d0)
  if (abs(x(1) - 3) + abs(y(2) - 0.8d0) > 1d-14) wrong = wrong + 1
  d1 = 2
  d2 = 3
  x1 = 4
  call drotmg(d1, d2, x1, 5d0, param)
  x = [4d0, 1d0]
  y = [5d0, 2d0]
  call drotm(2, x, 1, y, 1, param)
  if (abs(y(1)) + abs(d1*x(1)**2 - 2*16 - 3*25) > 1d-12) wrong = wrong + 1
  if (abs(dsdot(2, [1.0, 2.0], 1, [3.0, 4.0], 1) - 11) > 1d-14) wrong = wrong + 1
  if (wrong == 0) print *, 'PASS'
end program
