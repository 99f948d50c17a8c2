! The other side of libraries.cuf: OpenBLAS, FFTW (planned by measurement) and XORWOW in an OpenMP loop, two threads each.
! An argument: only products of sparse matrices.
module libraries_m
  use iso_c_binding
  use omp_lib
  implicit none
  integer, parameter :: forward = -1, measure = 0
  interface
    subroutine set_blas_threads(n) bind(c, name='openblas_set_num_threads')
      import c_int
      integer(c_int), value :: n
    end subroutine
  end interface
contains
  subroutine report(name, value)
    character(*), intent(in) :: name
    real(8), intent(in) :: value
    print '(a36,es14.6)', name, value
  end subroutine

  subroutine gemm
    integer, parameter :: n = 1024
    real, allocatable :: a(:, :), b(:, :), c(:, :)
    real(8), allocatable :: x(:, :), y(:, :), z(:, :)
    complex, allocatable :: u(:, :), v(:, :), w(:, :)
    real(8) :: best(3), start
    integer :: turn
    external :: sgemm, dgemm, cgemm
    allocate(a(n, n), b(n, n), c(n, n), x(n, n), y(n, n), z(n, n), u(512, 512), v(512, 512), w(512, 512))
    a = 1.5
    b = 0.5
    x = 1.5
    y = 0.5
    u = 1
    v = 2
    best = huge(start)
    do turn = 1, 7
      start = omp_get_wtime()
      call sgemm('N', 'N', n, n, n, 1.0, a, n, b, n, 0.0, c, n)
      best(1) = min(best(1), omp_get_wtime() - start)
      start = omp_get_wtime()
      call dgemm('N', 'N', n, n, n, 1d0, x, n, y, n, 0d0, z, n)
      best(2) = min(best(2), omp_get_wtime() - start)
      start = omp_get_wtime()
      call cgemm('N', 'T', 512, 512, 512, (1.0, 0.0), u, 512, v, 512, (0.0, 0.0), w, 512)
      best(3) = min(best(3), omp_get_wtime() - start)
    end do
    call report('sgemm 1024', best(1))
    call report('dgemm 1024', best(2))
    call report('cgemm 512 NT', best(3))
  end subroutine

  subroutine transforms
    integer(8) :: plan
    complex, allocatable :: x(:), y(:)
    complex(8), allocatable :: u(:), v(:)
    integer, parameter :: n = 1024*1024
    integer :: ok
    external :: sfftw_init_threads, sfftw_plan_with_nthreads, sfftw_plan_dft_1d, sfftw_plan_many_dft
    external :: dfftw_init_threads, dfftw_plan_with_nthreads, dfftw_plan_dft_1d, sfftw_execute, dfftw_execute
    allocate(x(n), y(n), u(n), v(n))
    call sfftw_init_threads(ok)
    call sfftw_plan_with_nthreads(2)
    call dfftw_init_threads(ok)
    call dfftw_plan_with_nthreads(2)
    call sfftw_plan_dft_1d(plan, n, x, y, forward, measure)
    x = (1.0, 0.5)
    call timed('c2c 2**20', plan, sfftw_execute)
    call dfftw_plan_dft_1d(plan, n, u, v, forward, measure)
    u = (1.0, 0.5)
    call timed('z2z 2**20', plan, dfftw_execute)
    call sfftw_plan_many_dft(plan, 1, [256], 4096, x, [256], 1, 256, y, [256], 1, 256, forward, measure)
    x = (1.0, 0.5)
    call timed('c2c 256 x 4096', plan, sfftw_execute)
    call sfftw_plan_many_dft(plan, 2, [256, 256], 16, x, [256, 256], 1, 65536, y, [256, 256], 1, 65536, forward, measure)
    x = (1.0, 0.5)
    call timed('c2c 256x256 x 16', plan, sfftw_execute)
  end subroutine

  subroutine timed(name, plan, execute)
    character(*), intent(in) :: name
    integer(8), intent(in) :: plan
    external :: execute
    real(8) :: best, start
    integer :: turn
    best = huge(best)
    do turn = 1, 9
      start = omp_get_wtime()
      call execute(plan)
      best = min(best, omp_get_wtime() - start)
    end do
    call report(name, best)
  end subroutine

  subroutine words(n, v, x)
    integer, intent(in) :: n
    integer, intent(inout) :: v(6), x(n)
    integer :: i, t, v1, v2, v3, v4, v5, d
    v1 = v(1); v2 = v(2); v3 = v(3); v4 = v(4); v5 = v(5); d = v(6)
    do i = 1, n
      t = ieor(v1, ishft(v1, -2))
      v1 = v2; v2 = v3; v3 = v4; v4 = v5
      v5 = ieor(ieor(v5, ishft(v5, 4)), ieor(t, ishft(t, 1)))
      d = d + 362437
      x(i) = v5 + d
    end do
    v = [v1, v2, v3, v4, v5, d]
  end subroutine

  subroutine uniforms(n, v, x)
    integer, intent(in) :: n
    integer, intent(inout) :: v(6)
    real, intent(inout) :: x(n)
    integer :: i, t, v1, v2, v3, v4, v5, d
    v1 = v(1); v2 = v(2); v3 = v(3); v4 = v(4); v5 = v(5); d = v(6)
    do i = 1, n
      t = ieor(v1, ishft(v1, -2))
      v1 = v2; v2 = v3; v3 = v4; v4 = v5
      v5 = ieor(ieor(v5, ishft(v5, 4)), ieor(t, ishft(t, 1)))
      d = d + 362437
      x(i) = real(iand(int(v5 + d, 8), int(z'ffffffff', 8)))*2.0**(-32) + 2.0**(-33)
    end do
    v = [v1, v2, v3, v4, v5, d]
  end subroutine

  ! One generator to a thread, which gives neighbours in turn
  subroutine random
    integer, parameter :: n = 16*1024*1024
    integer, allocatable :: x(:)
    real, allocatable :: u(:)
    integer :: v(6), turn, part
    real(8) :: best(2), start
    allocate(x(n), u(n))
    best = huge(start)
    do turn = 1, 7
      start = omp_get_wtime()
      !$omp parallel do private(v) num_threads(2)
      do part = 0, 1
        v = [123456789, 362436069, 521288629, 88675123, 5783321, 6615241] + part
        call words(n/2, v, x(part*n/2 + 1))
      end do
      best(1) = min(best(1), omp_get_wtime() - start)
      start = omp_get_wtime()
      !$omp parallel do private(v) num_threads(2)
      do part = 0, 1
        v = [123456789, 362436069, 521288629, 88675123, 5783321, 6615241] + part
        call uniforms(n/2, v, u(part*n/2 + 1))
      end do
      best(2) = min(best(2), omp_get_wtime() - start)
    end do
    call report('xorwow 16M words', best(1))
    call report('xorwow 16M uniform', best(2))
  end subroutine
  subroutine product(name, rows, offsets, columns)
    character(*), intent(in) :: name
    integer, intent(in) :: rows, offsets(:), columns(:)
    real(8), allocatable :: values(:), x(:), y(:)
    real(8) :: best, start, s
    integer :: turn, i, k
    allocate(values(size(columns)), x(0:rows - 1), y(0:rows - 1))
    values = 2
    x = 1
    best = huge(best)
    do turn = 1, 9
      start = omp_get_wtime()
      !$omp parallel do private(s, k) num_threads(2)
      do i = 1, rows
        s = 0
        do k = offsets(i) + 1, offsets(i + 1)
          s = s + values(k)*x(columns(k))
        end do
        y(i - 1) = s
      end do
      best = min(best, omp_get_wtime() - start)
    end do
    if (y(1) < 0) print *, y
    call report(name, best)
  end subroutine

  subroutine sparse_products
    integer, parameter :: random_rows = 1024*1024, each = 12
    integer, allocatable :: offsets(:), columns(:)
    real, allocatable :: chance(:)
    integer :: i
    call grid('SpMV 5 points', 1536, 1536, 1, .true., 1)
    call grid('SpMV 7 points', 128, 128, 128, .true., 1)
    call grid('SpMV 27 points', 96, 96, 96, .false., 1)
    call grid('SpMV 81 in 3s', 48, 48, 48, .false., 3)
    allocate(chance(random_rows*each), offsets(random_rows + 1), columns(random_rows*each))
    call random_number(chance)
    do i = 0, random_rows
      offsets(i + 1) = i*each
    end do
    do i = 1, random_rows*each
      columns(i) = min(int(chance(i)*random_rows), random_rows - 1)
    end do
    call product('SpMV random', random_rows, offsets, columns)
  end subroutine

  ! Each point with `freedoms` unknowns and its neighbours: the nearest of a star, or all of its cube as in finite elements
  subroutine grid(name, nx, ny, nz, star, freedoms)
    character(*), intent(in) :: name
    integer, intent(in) :: nx, ny, nz, freedoms
    logical, intent(in) :: star
    integer, allocatable :: offsets(:), columns(:)
    integer :: x, y, z, i, j, k, f, g, n
    allocate(offsets(nx*ny*nz*freedoms + 1), columns(nx*ny*nz*freedoms**2*merge(7, 27, star)))
    n = 0
    do z = 0, nz - 1
      do y = 0, ny - 1
        do x = 0, nx - 1
          do f = 1, freedoms
            offsets(((z*ny + y)*nx + x)*freedoms + f) = n
            do k = max(z - 1, 0), min(z + 1, nz - 1)
              do j = max(y - 1, 0), min(y + 1, ny - 1)
                do i = max(x - 1, 0), min(x + 1, nx - 1)
                  if (star .and. abs(i - x) + abs(j - y) + abs(k - z) > 1) cycle
                  do g = 0, freedoms - 1
                    n = n + 1
                    columns(n) = ((k*ny + j)*nx + i)*freedoms + g
                  end do
                end do
              end do
            end do
          end do
        end do
      end do
    end do
    offsets(nx*ny*nz*freedoms + 1) = n
    call product(name, nx*ny*nz*freedoms, offsets, columns(:n))
  end subroutine
end module

program libraries
  use libraries_m
  implicit none
  call set_blas_threads(2)
  if (command_argument_count() == 0) then
    call gemm
    call transforms
    call random
  end if
  call sparse_products
end program
