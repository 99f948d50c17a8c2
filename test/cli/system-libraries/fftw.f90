program systems_fftw
  use, intrinsic :: iso_c_binding
  implicit none
  external :: dfftw_plan_dft_1d, dfftw_execute, dfftw_destroy_plan
  include 'fftw3.f03'
  integer, parameter :: n = 24
  complex(c_double_complex) :: a(n), b(n), c(n), want
  complex(c_double_complex), pointer :: p(:)
  real(c_double) :: r(8, 6)
  complex(c_double_complex) :: s(5, 6), t
  type(c_ptr) :: plan, memory
  integer(8) :: old
  integer :: i, j, k, l, bad
  real(8), parameter :: pi = acos(-1d0)
  bad = 0
  plan = fftw_plan_dft_1d(n, a, b, FFTW_FORWARD, FFTW_ESTIMATE)
  a = [(cmplx(sin(1d0*i), i, 8), i = 1, n)]
  call fftw_execute_dft(plan, a, b)
  do k = 0, n - 1
    want = sum([(a(i + 1)*exp(cmplx(0, -2*pi*i*k/n, 8)), i = 0, n - 1)])
    if (abs(b(k + 1) - want) > 1d-10) bad = bad + 1
  end do
  call fftw_destroy_plan(plan)

  ! Two dimensions, of reals.
  plan = fftw_plan_dft_r2c_2d(6, 8, r, s, FFTW_ESTIMATE)
  r = reshape([(cos(0.3d0*i*i), i = 1, 48)], [8, 6])
  call fftw_execute_dft_r2c(plan, r, s)
  do l = 0, 5
    do k = 0, 4
      t = 0
      do j = 0, 5
        do i = 0, 7
          t = t + r(i + 1, j + 1)*exp(cmplx(0, -2*pi*(1d0*i*k/8 + 1d0*j*l/6), 8))
        end do
      end do
      if (abs(s(k + 1, l + 1) - t) > 1d-10) bad = bad + 1
    end do
  end do
  call fftw_destroy_plan(plan)

  ! The older interface.
  call dfftw_plan_dft_1d(old, n, b, c, 1, 64)
  call dfftw_execute(old)
  if (maxval(abs(c/n - a)) > 1d-12) bad = bad + 1
  call dfftw_destroy_plan(old)

  ! In memory that FFTW gives.
  memory = fftw_alloc_complex(64_8)
  call c_f_pointer(memory, p, [64])
  plan = fftw_plan_dft_1d(64, p, p, FFTW_BACKWARD, FFTW_ESTIMATE)
  p = 0.5d0
  call fftw_execute_dft(plan, p, p)
  if (abs(p(1) - 32) > 1d-12 .or. any(abs(p(2:)) > 1d-12)) bad = bad + 1
  call fftw_destroy_plan(plan)
  call fftw_free(memory)
  if (bad > 0) print *, 'FAIL', bad
  if (bad == 0) print '(a)', 'PASS'
end program
