! options: -mp
! Regions in regions have threads of their own: their numbers, sums, tasks, sections that sort, ordered loops, what the environment and the program set for them.
module m
  implicit none
  integer :: calls = 0
  integer, save :: own = 0
  !$omp threadprivate(own)
contains
  recursive subroutine sort(a, depth)
    real(8), intent(inout) :: a(:)
    integer, intent(in) :: depth
    real(8), allocatable :: t(:)
    integer :: h, n, i, j, k
    n = size(a)
    if (n < 2) return
    h = n/2
    !$omp parallel sections num_threads(2) if(depth > 0)
    !$omp section
    call sort(a(:h), depth - 1)
    !$omp section
    call sort(a(h + 1:), depth - 1)
    !$omp end parallel sections
    allocate(t(n))
    i = 1; j = h + 1
    do k = 1, n
      if (i <= h .and. (j > n .or. a(min(i,n)) <= a(min(j, n)))) then
        t(k) = a(i); i = i + 1
      else
        t(k) = a(j); j = j + 1
      end if
    end do
    a = t
  end subroutine
  recursive integer function fib(n) result(r)
    integer, intent(in) :: n
    integer :: i, j
    if (n < 2) then
      r = n; return
    end if
    !$omp task shared(i)
    i = fib(n - 1)
    !$omp end task
    !$omp task shared(j)
    j = fib(n - 2)
    !$omp end task
    !$omp taskwait
    r = i + j
  end function
end module
program p
  use omp_lib
  use m
  implicit none
  real(8), allocatable :: a(:)
  integer :: i, j, f(2), deep(2,2,2), x, y, z, n, sums(2), v
  call omp_set_max_active_levels(4)
  allocate(a(20000))
  call random_number(a)
  call sort(a, 3)
  print *, all(a(2:) >= a(:19999))
  f = 0
  !$omp parallel do num_threads(2) private(n)
  do i = 1, 2
    n = 0
    !$omp parallel num_threads(2)
    !$omp single
    f(i) = fib(12 + i)
    !$omp end single
    !$omp end parallel
  end do
  print *, f
  deep = 0
  !$omp parallel num_threads(2) private(x, y, z)
  x = omp_get_thread_num() + 1
  !$omp parallel num_threads(2) private(y, z)
  y = omp_get_thread_num() + 1
  !$omp parallel num_threads(2) private(z)
  z = omp_get_thread_num() + 1
  deep(x, y, z) = 100*omp_get_active_level() + 10*omp_get_ancestor_thread_num(1) + omp_get_ancestor_thread_num(2)
  !$omp end parallel
  !$omp end parallel
  !$omp end parallel
  print *, deep
  sums = 0
  do n = 1, 300
    !$omp parallel num_threads(2) private(x, v)
    x = omp_get_thread_num() + 1
    !$omp parallel do num_threads(2) reduction(+:sums) schedule(dynamic)
    do i = 1, 10
      sums(x) = sums(x) + i
    end do
    !$omp parallel num_threads(2) private(v)
    !$omp single
    v = x*n
    !$omp end single copyprivate(v)
    !$omp atomic
    sums(x) = sums(x) + v - x*n
    !$omp end parallel
    !$omp end parallel
  end do
  print *, sums
  !$omp parallel num_threads(2)
  !$omp parallel do num_threads(2) ordered
  do i = 1, 4
    !$omp ordered
    !$omp critical
    calls = calls + 1
    !$omp end critical
    !$omp end ordered
  end do
  !$omp end parallel
  print *, calls
  call omp_set_num_threads(2)
  !$omp parallel
  call omp_set_num_threads(5)
  !$omp end parallel
  print *, omp_get_max_threads()
end program
