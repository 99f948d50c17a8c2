! options: -cuda -acc
! Integers are swapped by routines for reals, addresses of OpenACC are CUDA Fortran's, and accel_lib is openacc.
program swapped_integers
  use cublas
  use openacc
  use cudafor
  use accel_lib, only: same_routine => acc_get_num_devices
  implicit none
  integer :: a(20), b(20)
  integer(8) :: c(20), d(20), bytes = 64
  type(c_devptr) :: at
  a = 1
  b = 2
  c = 3
  d = 4
  !$acc data copy(a, b, c, d)
  !$acc host_data use_device(a, b, c, d)
  call sswap(20, a, 1, b, 1)
  call cublasDswap(10, c, 2, d, 2)
  !$acc end host_data
  !$acc end data
  if (any(a /= 2) .or. any(b /= 1)) error stop 'real'
  if (any(c(1::2) /= 4) .or. any(c(2::2) /= 3) .or. any(d(1::2) /= 3)) error stop 'double'
  call sswap(20, a, 1, b, 1)
  if (any(a /= 1) .or. any(b /= 2)) error stop 'host'
  at = acc_malloc(bytes)
  call acc_free(at)
  if (same_routine(acc_device_nvidia) < 1) error stop 'devices'
  print '(a)', 'PASS'
end program
