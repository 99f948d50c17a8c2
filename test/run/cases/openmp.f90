! options: -mp
! environment: OMP_NUM_THREADS=3
! OpenMP on the host: regions, loops, sections, single, threadprivate, reductions, tasks.
module m
  implicit none
  integer :: tp = 5
  integer, allocatable :: ta(:)
  !$omp threadprivate(tp, ta)
  integer :: c1, c2
  common /blk/ c1, c2
  !$omp threadprivate(/blk/)
contains
  subroutine work(a, n)
    integer :: n
    real :: a(n)
    real :: loc(n)
    integer :: i
    !$omp do
    do i = 1, n
      loc(i) = i
      a(i) = loc(i)*2
    end do
    tp = tp + 1
  end subroutine
end module
program b
  use omp_lib
  use m
  implicit none
  integer :: n, i, j, v, cnt, tot, q
  real :: a(100)
  integer :: arr(3)
  character(20) :: s
  type t
    integer :: x = 3
    real, allocatable :: r(:)
  end type
  type(t) :: o
  real(8) :: mat(4,5)
  n = 100
  !$omp parallel num_threads(3)
  call work(a, n)
  !$omp end parallel
  print *, tp, sum(a)
  tp = 42
  !$omp parallel num_threads(3) copyin(tp) reduction(+:tot)
  tot = tp
  ta = [tp, omp_get_thread_num()]
  c1 = omp_get_thread_num()
  !$omp end parallel
  print *, tot, tp, ta, c1
  cnt = 0
  arr = 0
  !$omp parallel num_threads(3) private(v)
  !$omp single
  v = 17
  cnt = cnt + 1
  !$omp end single copyprivate(v)
  !$omp atomic
  cnt = cnt + v
  !$omp end parallel
  print *, cnt
  !$omp parallel do reduction(+:arr) private(j)
  do i = 1, 10
    do j = 1, 3
      arr(j) = arr(j) + i*j
    end do
  end do
  print *, arr
  allocate(o%r(3)); o%r = 1
  !$omp parallel firstprivate(o) num_threads(2) reduction(max:v)
  o%r = o%r + omp_get_thread_num()
  v = nint(sum(o%r)) + o%x
  !$omp end parallel
  print *, v, o%r
  !$omp parallel do collapse(2) schedule(guided)
  do j = 1, 5
    do i = 1, 4
      mat(i,j) = i*10+j
    end do
  end do
  print *, sum(mat), mat(4,5)
  !$omp parallel do ordered num_threads(3) schedule(dynamic)
  do i = 1, 5
    !$omp ordered
    write(*,'(i2)',advance='no') i
    !$omp end ordered
  end do
  print *
  !$omp parallel sections num_threads(2) private(s) lastprivate(q)
  !$omp section
  write(s,'(i0)') 1
  q = 1
  !$omp section
  write(s,'(i0)') 2
  q = 2
  !$omp end parallel sections
  print *, q
  !$omp parallel num_threads(2)
  !$omp master
  print *, 'master'
  !$omp end master
  !$omp task firstprivate(n)
  n = 5
  !$omp end task
  !$omp taskwait
  !$omp end parallel
  print *, n
end program
