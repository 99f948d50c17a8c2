! acc_attach and acc_detach: pointers of an object on the device; sums of whole arrays in kernels.
program attach_and_sums
  use openacc
  implicit none
  type box
    real(8), pointer :: p(:) => null()
    integer :: n = 0
  end type
  type(box) :: b
  real(8), target :: x(10), y(10)
  real(8) :: s, t, m
  integer :: i, c, d, few(10)
  logical :: all_small
  x = 1; y = 2
  b%p => x; b%n = 10
  call acc_copyin(b)
  call acc_attach(b%p)
  call acc_copyin(x); call acc_copyin(y)
  call acc_attach(b%p)
  !$acc parallel loop present(b)
  do i = 1, 10
    b%p(i) = b%p(i) + b%n
  end do
  call acc_detach(b%p)
  b%p => y
  call acc_attach(b%p)
  !$acc parallel loop present(b)
  do i = 1, 10
    b%p(i) = b%p(i) + 100*i
  end do
  call acc_detach_finalize(b%p)
  call acc_copyout(x); call acc_copyout(y)
  call acc_delete(b)
  if (any(x /= 11) .or. any(y /= [(2 + 100*i, i = 1, 10)])) print *, 'wrong: attach', x, y
  few = [(i, i = 1, 10)]
  !$acc data copyin(x, y, few)
  !$acc kernels
  s = dot_product(x, y)
  t = sum(y(1:10:3))
  m = maxval(y - x)
  c = count(y > 500)
  d = dot_product(few, few)
  all_small = all(abs(x) < 12)
  !$acc end kernels
  !$acc end data
  if (s /= sum(11*y) .or. t /= 2208 .or. m /= 991 .or. c /= 6 .or. d /= 385 .or. .not. all_small) print *, 'wrong: sums', s, t, m, c, d
  print *, 'PASS'
end program
