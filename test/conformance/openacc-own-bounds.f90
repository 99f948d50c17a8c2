! options: -acc
! Variables of a construct's own in the bounds of its loops; data of `declare` of which a part, or `present`, is asked for first; addresses of the device for `deviceptr` dummies.
module data_of_program
  implicit none
  real(8), allocatable :: work(:), parts(:)
  real(8) :: fixed(10) = 3
  !$acc declare create(work, parts) copyin(fixed)
contains
  subroutine negated(w, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: w(n)
    integer :: i
    !$acc parallel loop deviceptr(w)
    do i = 1, n
      w(i) = -w(i)
    end do
  end subroutine
end module
program own_bounds
  use data_of_program
  implicit none
  integer, parameter :: m = 12
  integer :: a(m, m), b(m), i, j, n, k, st
  real(8) :: s
  n = m; k = 3; st = 2
  a = 0
  !$acc parallel loop collapse(2) firstprivate(n, k, st)
  do j = k, n, st
    do i = 1, n - 1
      k = i
      a(i, j) = k + n*j
    end do
  end do
  call check(sum(a) == sum([((i + m*j, i=1, m - 1), j=3, m, 2)]), 'collapse')
  b = 0
  !$acc parallel firstprivate(n)
  !$acc loop gang
  do j = 1, n
    b(j) = j*n
  end do
  !$acc end parallel
  call check(all(b == [(j*m, j=1, m)]), 'gang')
  b = 0
  !$acc parallel firstprivate(n)
  n = n - 2
  !$acc loop gang
  do j = 1, n
    b(j) = j*n
  end do
  !$acc end parallel
  call check(all(b == [(j*10, j=1, 10), 0, 0]) .and. n == m, 'changed')
  a = 0
  !$acc parallel firstprivate(n)
  !$acc loop gang
  do j = 1, n
    !$acc loop vector
    do i = 1, n
      a(i, j) = n
    end do
  end do
  !$acc end parallel
  call check(all(a == m), 'vector')
  allocate (work(100), parts(10))
  !$acc parallel loop present(work)
  do i = 1, 100
    work(i) = i
  end do
  s = 0
  n = 100
  !$acc parallel loop reduction(+:s) present(work) firstprivate(n)
  do i = 1, n
    s = s + work(i)
  end do
  call check(s == 5050, 'present')
  !$acc host_data use_device(work)
  call negated(work, 100)
  !$acc end host_data
  !$acc update self(work(2:50))
  call check(all(work(2:50) == [(-i, i=2, 50)]), 'deviceptr')
  parts = 7
  !$acc update device(parts(3:5))
  !$acc parallel loop
  do i = 1, 10
    if (i < 3 .or. i > 5) parts(i) = i
    parts(i) = parts(i) + fixed(i)
  end do
  !$acc update self(parts(1:9))
  call check(all(parts(:9) == [4, 5, 10, 10, 10, 9, 10, 11, 12]), 'parts')
  print '(a)', 'PASS'
contains
  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    if (ok) return
    print *, 'wrong: ', what
    error stop 1
  end subroutine
end program
