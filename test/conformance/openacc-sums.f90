! Reductions of arrays, sections and complex numbers, in gangs, lanes, serial code and on the host.
! options: -acc
program openacc_sums
  implicit none
  type t
    integer :: n, m(3)
  end type
  integer, parameter :: n = 500
  integer :: i, j, h(0:9), k(n), low, lo2
  real(8) :: b(4), s(3, 2)
  complex(8) :: z(2)
  real(8), allocatable :: g(:)
  type(t) :: q
  logical :: l(3)
  b = 1; h = 0; s = 0; z = 0; q%n = 5; q%m = 0; l = .true.
  allocate (g(-1:2)); g = 2
  do i = 1, n
    k(i) = mod(i * 7, 10)
  end do
  !$acc parallel loop reduction(+:h, b)
  do i = 1, n
    h(k(i)) = h(k(i)) + 1
    b = b + 2
    b(4) = b(4) + 1
  end do
  if (any(h /= 50) .or. any(b /= [1001d0, 1001d0, 1001d0, 1501d0])) stop 1
  !$acc parallel loop reduction(+:s, z) reduction(max:g) collapse(2)
  do i = 1, n
    do j = 1, 2
      s(1, j) = s(1, j) + i
      s(3, j) = s(3, j) + 1
      z(j) = z(j) + cmplx(1, -j, 8)
      g(2) = max(g(2), real(i*j, 8))
    end do
  end do
  if (any(s(:, 1) /= [125250d0, 0d0, 500d0]) .or. any(s(:, 2) /= s(:, 1))) stop 2
  if (any(z /= [cmplx(500, -500, 8), cmplx(500, -1000, 8)]) .or. any(g /= [2, 2, 2, 1000])) stop 3
  !$acc parallel reduction(+:b(2:3)) copy(b) 
  !$acc loop
  do i = 1, n
    b(2) = b(2) + 1
    b(3) = b(3) - 1
  end do
  !$acc end parallel
  if (any(b /= [1001d0, 1501d0, 501d0, 1501d0])) stop 4
  !$acc parallel loop reduction(.and.:l)
  do i = 1, n
    l(2) = l(2) .and. i < 400
  end do
  if (.not. l(1) .or. l(2) .or. .not. l(3)) stop 5
  !$acc parallel num_gangs(6) reduction(+:h)
  h(1) = h(1) + 1
  !$acc end parallel
  if (h(1) /= 56 .or. h(2) /= 50) stop 6
  !$acc parallel loop if(n < 3) reduction(+:h)
  do i = 1, n
    h(3) = h(3) + 1
  end do
  if (h(3) /= 550) stop 7
  low = 7
  !$acc parallel loop gang
  do i = 1, 3
    !$acc loop vector reduction(+:h)
    do j = 1, 10
      h(i) = h(i) + j
    end do
  end do
  if (any(h(1:3) /= [111, 105, 605])) stop 8
  !$acc serial loop reduction(+:h)
  do i = 1, 10
    h(9) = h(9) + i
  end do
  if (h(9) /= 105) stop 9
  !$acc kernels
  !$acc loop reduction(+:h)
  do i = 1, 10
    h(8) = h(8) + i
  end do
  !$acc end kernels
  if (h(8) /= 105) stop 10
  print *, 'PASS'
end program
