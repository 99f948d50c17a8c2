! options: -Mconcur -Minfo
! environment: OMP_NUM_THREADS=3
! Loops that threads share by themselves, and what they must not share.
program d
  implicit none
  integer, parameter :: n = 900
  real(8) :: a(n,n), b(n,n), c(n,n), s, t, mx
  integer :: i, j, k, cnt
  real(8) :: x(n)
  do concurrent (i = 1:n, j = 1:n)
    a(i,j) = i + 0.5d0*j
    b(i,j) = i - j
  end do
  s = 0
  do concurrent (i = 1:n, j = 1:n, i /= j) local(t) reduce(+:s)
    t = a(i,j)*2
    s = s + t
  end do
  print *, s, i, j
  do j = 1, n
    do i = 1, n
      t = a(i,j) - b(i,j)
      c(i,j) = t*t
    end do
  end do
  print *, sum(c), i, j
  mx = -1
  s = 0
  cnt = 0
  do i = 1, n
    x(i) = 0
    do j = 1, n
      x(i) = x(i) + a(i,j)
      if (b(i,j) > 0) cnt = cnt + 1
      mx = max(mx, c(i,j))
    end do
    s = s + x(i)
  end do
  print *, s, cnt, mx, i, j
  ! carried: must stay serial
  do j = 2, n
    do i = 1, n
      a(i,j) = a(i,j-1) + 1
    end do
  end do
  print *, a(n,n), a(1,n)
  k = 0
  do j = 1, n
    if (mod(j,2) == 0) cycle
    do i = 1, n
      c(i,j) = 2*a(i,j)
    end do
  end do
  print *, sum(c), k
end program
