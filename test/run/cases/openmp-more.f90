! options: -mp
! Declared reductions, doacross loops, locks, linear, workshare, regions in regions.
module mm
  implicit none
  type point
    real :: x = 0, y = 0
  end type
  interface operator(+)
    procedure addp
  end interface
  !$omp declare reduction(+ : point : omp_out = omp_out + omp_in) initializer(omp_priv = point(0., 0.))
contains
  function addp(a, b) result(c)
    type(point), intent(in) :: a, b
    type(point) :: c
    c%x = a%x + b%x
    c%y = a%y + b%y
  end function
end module
program c
  use omp_lib
  use mm
  implicit none
  type(point) :: p
  integer :: i, j, n, cnt, m(4), lk
  real(8) :: a(10,10), s
  integer, allocatable :: al(:)
  integer(omp_lock_kind) :: l
  integer(omp_nest_lock_kind) :: nl
  !$omp declare reduction(mymax : integer : omp_out = max(omp_out, omp_in)) initializer(omp_priv = -1000)
  n = 100
  !$omp parallel do reduction(+:p) num_threads(3)
  do i = 1, n
    p = p + point(real(i), 1.)
  end do
  print *, p
  cnt = -5
  !$omp parallel do reduction(mymax:cnt) num_threads(3)
  do i = 1, n
    cnt = max(cnt, i*mod(i,7))
  end do
  print *, cnt
  a = 1
  !$omp parallel do ordered(1) num_threads(3) schedule(static,1)
  do i = 2, 10
    !$omp ordered depend(sink: i-1)
    a(i,1) = a(i-1,1)*2
    !$omp ordered depend(source)
  end do
  print *, a(10,1)
  call omp_init_lock(l)
  call omp_init_nest_lock(nl)
  cnt = 0
  !$omp parallel num_threads(4) private(lk)
  do lk = 1, 1000
    call omp_set_lock(l)
    cnt = cnt + 1
    call omp_unset_lock(l)
    call omp_set_nest_lock(nl)
    call omp_set_nest_lock(nl)
    cnt = cnt + 1
    call omp_unset_nest_lock(nl)
    call omp_unset_nest_lock(nl)
  end do
  !$omp end parallel
  print *, cnt > 4000
  s = 0
  !$omp parallel do num_threads(4)
  do i = 1, 1000
    !$omp atomic
    s = s + i
  end do
  print *, s
  j = 0
  !$omp parallel do num_threads(2) private(al) linear(j:2)
  do i = 1, 20
    allocate(al(i))
    al = j
    if (al(i) /= 2*(i-1)) print *, 'bad', i, j
    j = j + 2
    deallocate(al)
  end do
  print *, j
  m = 0
  !$omp parallel num_threads(3) default(firstprivate) shared(m)
  n = n + omp_get_thread_num()
  m(omp_get_thread_num()+1) = n
  !$omp end parallel
  print *, m, n
  !$omp parallel workshare
  a = a + 1
  !$omp end parallel workshare
  print *, sum(a)
  do i = 1, 3
    !$omp parallel if(i == 2) num_threads(2)
    !$omp masked
    print *, omp_get_num_threads(), omp_in_parallel(), omp_get_level()
    !$omp end masked
    !$omp end parallel
  end do
  !$omp parallel num_threads(2)
    !$omp parallel num_threads(2)
    !$omp critical (foo)
    cnt = omp_get_level()*10 + omp_get_num_threads()
    !$omp end critical (foo)
    !$omp end parallel
  !$omp end parallel
  print *, cnt
end program
