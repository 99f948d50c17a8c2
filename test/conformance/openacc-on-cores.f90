! options: -acc=multicore
! -acc=multicore: threads of the host run the loops of OpenACC, data is where it is.
program on_cores
  use openacc
  implicit none
  integer, parameter :: n = 20000
  real(8) :: a(n), b(n), s, t, top, w(3)
  integer :: i, j, k, hist(8), wrong
  wrong = 0
  a = [(i*0.5d0, i = 1, n)]; b = 0; s = 0; top = 0; hist = 0
  !$acc data copyin(a) copy(b)
  !$acc parallel loop private(j)
  do i = 1, n
    t = a(i)*2
    j = mod(i, 7)
    b(i) = t + j
  end do
  if (any(b /= [(i + mod(i, 7), i = 1, n)])) wrong = wrong + 1
  !$acc parallel loop reduction(+:s) reduction(max:top)
  do i = 1, n
    s = s + b(i); top = max(top, b(i))
  end do
  if (abs(s - sum(b)) > 1d-6*s .or. top /= maxval(b)) wrong = wrong + 1
  !$acc kernels
  !$acc loop independent
  do i = 2, n
    b(i) = a(i - 1)
  end do
  do i = 2, n
    b(i) = b(i - 1) + 1
  end do
  !$acc end kernels
  if (any(b /= [(b(1) + i - 1, i = 1, n)])) wrong = wrong + 1
  !$acc parallel loop copy(hist) private(k)
  do i = 1, n
    k = 1 + mod(i, 8)
    !$acc atomic update
    hist(k) = hist(k) + 1
  end do
  if (any(hist /= n/8)) wrong = wrong + 1
  !$acc parallel
  !$acc loop gang private(w)
  do j = 1, 100
    w = j
    !$acc loop vector
    do i = 1, 3
      b(3*j + i) = w(i)
    end do
  end do
  !$acc end parallel
  if (any(b(4:303) /= [((real(j, 8), i = 1, 3), j = 1, 100)])) wrong = wrong + 1
  ! a sum that no clause names
  t = 0
  !$acc parallel loop
  do i = 1, n
    t = t + a(i)
  end do
  if (abs(t - sum(a)) > 1d-6*t) wrong = wrong + 1
  !$acc update self(b)
  !$acc end data
  if (acc_get_device_type() /= acc_device_host) wrong = wrong + 1
  if (wrong == 0) print *, 'PASS'
end program
