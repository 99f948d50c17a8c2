! The routines of OpenACC about data and queues, beside directives.
! options: -acc
program openacc_routines
  use openacc
  use iso_c_binding
  implicit none
  integer, parameter :: n = 300
  real(8) :: a(n), b(n), c(n)
  integer :: i
  integer(acc_handle_kind) :: queue
  type(c_ptr) :: there

  a = 1; b = 2; c = 0
  if (acc_get_num_devices(acc_device_nvidia) < 1) stop 1
  call acc_copyin(a)
  call acc_copyin(b(1:n))
  call acc_create(c, n * 8)
  if (.not. acc_is_present(a) .or. .not. acc_is_present(b(5:10)) .or. .not. acc_is_present(c, 8)) stop 2
  a = -1
  !$acc parallel loop present(a, b, c)
  do i = 1, n
    c(i) = a(i) + b(i)
  end do
  call acc_update_self(c(1:10))
  if (any(c(1:10) /= 3) .or. any(c(11:) /= 0)) stop 3
  call acc_update_device(a)
  queue = 5
  !$acc parallel loop present(a, b, c) async(queue)
  do i = 1, n
    c(i) = a(i) + b(i)
  end do
  call acc_wait(queue)
  if (.not. acc_async_test(5) .or. .not. acc_async_test_all()) stop 4
  call acc_copyin(c)
  call acc_copyout(c)
  if (any(c(11:) /= 0)) stop 5
  call acc_copyout(c)
  if (any(c /= 1) .or. acc_is_present(c)) stop 6
  call acc_copyin(a)
  call acc_delete_finalize(a)
  call acc_delete(b)
  if (acc_is_present(a) .or. acc_is_present(b)) stop 7

  there = acc_malloc(8_8 * n)
  call acc_map_data(c, there, 8 * n)
  c = 7
  !$acc update device(c)
  !$acc parallel loop present(c)
  do i = 1, n
    c(i) = c(i) + i
  end do
  !$acc update self(c)
  call acc_unmap_data(c)
  call acc_free(there)
  if (any(c /= [(7 + i, i=1, n)])) stop 8
  print *, 'PASS'
end program
