! options: -mp=gpu
! omp_target_memcpy_rect: boxes of arrays between host and device; the last dimension given is the first of Fortran's
program boxes
  use iso_c_binding
  use omp_lib
  implicit none
  integer, parameter :: nx = 7, ny = 5, nz = 4
  integer(4), target :: a(nx, ny, nz), b(nx, ny, nz), c(3, 2)
  type(c_ptr) :: there
  integer :: host, device, status, i
  host = omp_get_initial_device(); device = omp_get_default_device()
  a = reshape([(i, i = 1, size(a))], shape(a)); b = -1; c = 0
  there = omp_target_alloc(int(4*size(a), c_size_t), device)
  status = omp_target_memcpy_rect(there, c_loc(a), 4_c_size_t, 3, int([nz, ny, nx], c_size_t), [0_c_size_t, 0_c_size_t, 0_c_size_t], &
    [0_c_size_t, 0_c_size_t, 0_c_size_t], int([nz, ny, nx], c_size_t), int([nz, ny, nx], c_size_t), device, host)
  ! planes 2 and 3, rows 2 to 4, elements 3 to 6, to the same place
  status = status + omp_target_memcpy_rect(c_loc(b), there, 4_c_size_t, 3, int([2, 3, 4], c_size_t), int([1, 1, 2], c_size_t), &
    int([1, 1, 2], c_size_t), int([nz, ny, nx], c_size_t), int([nz, ny, nx], c_size_t), host, device)
  if (any(b(3:6, 2:4, 2:3) /= a(3:6, 2:4, 2:3)) .or. count(b /= -1) /= 24) print *, 'wrong: three dimensions'
  ! a plane's part into a small array
  status = status + omp_target_memcpy_rect_async(c_loc(c), there, 4_c_size_t, 2, int([2, 3], c_size_t), int([0, 0], c_size_t), &
    int([1, 2], c_size_t), int([2, 3], c_size_t), int([ny, nx], c_size_t), host, device, 0)
  !$omp taskwait
  if (any(c /= a(3:5, 2:3, 1)) .or. status /= 0) print *, 'wrong: two dimensions', status
  call omp_target_free(there, device)
  print *, 'PASS'
end program
