! OpenACC's clauses: who runs a construct, what belongs to it, where a sum goes.
! options: -acc
program openacc_clauses
  use openacc
  implicit none
  integer, parameter :: n = 100
  integer :: i, k, x, m(4, 5)
  real(8) :: s, a(n), b(n)

  ! self and if: the host runs it, on its own data.
  a = 1
  !$acc enter data copyin(a)
  a = 2
  !$acc parallel loop self(n > 5) present(a)
  do i = 1, n
    a(i) = a(i) + 10
  end do
  if (any(a /= 12)) stop 1
  !$acc parallel loop self default(present)
  do i = 1, n
    a(i) = a(i) + 1
  end do
  if (any(a /= 13)) stop 2
  !$acc parallel loop self(n < 5) default(present)
  do i = 1, n
    a(i) = a(i) + 1
  end do
  if (any(a /= 13)) stop 3
  !$acc update self(a)
  if (any(a /= 2)) stop 4

  ! Scalars of parallel and serial are firstprivate, wherever it runs.
  x = 5
  !$acc parallel
  x = x + 1
  !$acc end parallel
  !$acc serial
  x = x + 1
  !$acc end serial
  !$acc parallel if(n < 5)
  x = x + 1
  !$acc end parallel
  if (x /= 5) stop 5
  !$acc kernels
  x = x + 1
  !$acc end kernels
  if (x /= 6) stop 6
  !$acc parallel loop if(n < 5) private(x)
  do i = 1, n
    x = i
    a(i) = x
  end do
  if (x /= 6 .or. a(n) /= n) stop 7

  ! A sum is where its variable is.
  s = 10
  !$acc enter data copyin(s)
  s = 3
  !$acc parallel loop reduction(+:s)
  do i = 1, n
    s = s + 1
  end do
  if (s /= 3) stop 8
  !$acc exit data copyout(s)
  if (s /= 110) stop 9
  s = 0
  !$acc parallel loop if(n < 5) reduction(max:s)
  do i = 1, n
    s = max(s, real(i, 8))
  end do
  if (s /= n) stop 10

  ! auto: in order where the iterations need it.
  b = 1
  !$acc parallel loop auto copy(b)
  do i = 2, n
    b(i) = b(i - 1) + 1
  end do
  if (any(b /= [(real(i, 8), i=1, n)])) stop 11

  ! always: values move though the data is there.
  b = 7
  !$acc data copyin(b)
  b = 8
  !$acc parallel loop copy(always: b)
  do i = 1, n
    b(i) = b(i) + 1
  end do
  if (any(b /= 9)) stop 12
  !$acc end data

  !$acc set default_async(4)
  if (acc_get_default_async() /= 4) stop 13
  !$acc parallel loop async copy(b)
  do i = 1, n
    b(i) = 2 * b(i)
  end do
  !$acc wait(4)
  if (any(b /= 18)) stop 14

  ! Nobody has the variables of the loops around for himself, whatever a clause says.
  !$acc kernels copyout(m)
  !$acc loop independent
  do k = 1, 5
    !$acc loop independent private(i, k, x)
    do i = 1, 4
      x = 10 * k + i
      m(i, k) = x
    end do
  end do
  !$acc end kernels
  if (any(m /= reshape([((10 * k + i, i=1, 4), k=1, 5)], [4, 5]))) stop 15
  print *, 'PASS'
end program
