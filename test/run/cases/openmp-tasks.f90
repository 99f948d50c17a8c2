! options: -mp
! environment: OMP_NUM_THREADS=3
! Tasks that other threads run: recursion, loops, lists, groups, tasks of tasks, values as they were when the task was made.
module work
  implicit none
contains
  recursive integer function fib(n) result(r)
    integer, intent(in) :: n
    integer :: i, j
    if (n < 2) then
      r = n
      return
    end if
    !$omp task shared(i) firstprivate(n) if(n > 12)
    i = fib(n - 1)
    !$omp end task
    !$omp task shared(j)
    j = fib(n - 2)
    !$omp end task
    !$omp taskwait
    r = i + j
  end function
  recursive subroutine sort(a, lo, hi)
    integer, intent(inout) :: a(:)
    integer, intent(in) :: lo, hi
    integer :: i, j, p, t
    if (lo >= hi) return
    p = a((lo + hi)/2)
    i = lo
    j = hi
    do
      do while (a(i) < p)
        i = i + 1
      end do
      do while (a(j) > p)
        j = j - 1
      end do
      if (i <= j) then
        t = a(i); a(i) = a(j); a(j) = t
        i = i + 1
        j = j - 1
      end if
      if (i > j) exit
    end do
    !$omp task if(j - lo > 1000)
    call sort(a, lo, j)
    !$omp end task
    !$omp task if(hi - i > 1000)
    call sort(a, i, hi)
    !$omp end task
    !$omp taskwait
  end subroutine
end module
program main
  use work
  use omp_lib
  implicit none
  integer :: r, i, k, a(20000), used(0:3), total, x, order
  real(8) :: b(64)
  type :: node
    integer :: value
    type(node), pointer :: next => null()
  end type
  type(node), pointer :: head, p
  character(len=5) :: word
  !$omp parallel 
  !$omp single
  r = fib(18)
  !$omp end single
  !$omp end parallel
  print *, 'fib', r
  a = [(mod(i*7919, 20011), i = 1, 20000)]
  !$omp parallel 
  !$omp master
  call sort(a, 1, 20000)
  !$omp end master
  !$omp end parallel
  print *, 'sorted', all(a(2:) >= a(:19999))
  ! variables of loops are copied
  b = 0
  used = 0
  !$omp parallel  private(k)
  !$omp single
  do k = 1, 64
    !$omp task
    b(k) = sum([(sqrt(real(i, 8)), i = 1, 20*k)])
    !$omp atomic
    used(omp_get_thread_num()) = used(omp_get_thread_num()) + 1
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  print *, 'loop', all(b > 0), sum(used)
  ! a list; taskgroup
  nullify (head)
  do i = 1, 100
    allocate (p)
    p%value = i
    p%next => head
    head => p
  end do
  total = 0
  !$omp parallel 
  !$omp single
  !$omp taskgroup
  p => head
  do while (associated(p))
    !$omp task firstprivate(p)
    !$omp atomic
    total = total + p%value
    !$omp end task
    p => p%next
  end do
  !$omp end taskgroup
  print *, 'group', total
  x = 0
  do i = 1, 40
    !$omp task shared(x) firstprivate(i)
    !$omp task shared(x)
    !$omp atomic
    x = x + i
    !$omp end task
    !$omp end task
  end do
  !$omp end single nowait
  !$omp barrier
  if (omp_get_thread_num() == 0) print *, 'nested', x
  !$omp end parallel
  ! values at the time of making
  order = 0
  !$omp parallel 
  !$omp single
  x = 5
  !$omp task firstprivate(x) shared(order)
  order = order + x
  x = 100
  !$omp end task
  x = 7
  !$omp taskwait
  print *, 'copied', order, x
  word = 'abc'
  !$omp task firstprivate(word)
  print *, 'text ', word
  !$omp end task
  word = 'xyz'
  !$omp taskwait
  !$omp end single
  !$omp end parallel
end program
