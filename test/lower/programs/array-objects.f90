module m
  implicit none
  type p
    integer :: k
    real :: w(3)
    integer, allocatable :: q(:)
  end type
  integer, allocatable :: g(:)
contains
  elemental integer function tw(x)
    integer, intent(in) :: x
    tw = 2*x
  end function
  elemental subroutine inc(x, by)
    integer, intent(inout) :: x
    integer, intent(in) :: by
    x = x + by
  end subroutine
  function alloc_res(n) result(r)
    integer, intent(in) :: n
    integer, allocatable :: r(:)
    allocate(r(n))
    r = n
  end function
  subroutine opt(a, b)
    integer, intent(in) :: a(:)
    integer, optional, intent(inout) :: b(:)
    if (present(b)) b = a
  end subroutine
  subroutine lows(a)
    integer :: a(0:)
    print '(2i5)', lbound(a,1), ubound(a,1)
    a(0) = 77
  end subroutine
  subroutine star(a, n)
    integer :: n, a(n,*)
    a(1,2) = 5
  end subroutine
  subroutine out(a)
    integer, allocatable, intent(out) :: a(:)
    allocate(a(2:4)); a = 6
  end subroutine
  subroutine ch(c)
    character(*), intent(inout) :: c(:)
    c(2) = 'xyz'
    print '(i4)', len(c)
  end subroutine
end module
program array_objects
  use m
  implicit none
  type(p) :: t(3), u
  type(p), allocatable :: v(:)
  integer, target :: x(10)
  integer, pointer :: px(:), py(:,:)
  integer :: i, st
  integer, allocatable :: y(:), z(:)
  character(5) :: c(3)
  character(:), allocatable :: cc(:)
  character(100) :: msg
  t%k = [1,2,3]
  t(2)%w = [1.,2.,3.]
  t(1)%w(:) = t(2)%w(3:1:-1)
  print '(3i4,6f5.1)', t%k, t(1)%w, t(2)%w
  t(1)%q = [1,2]
  t(2) = t(1)
  t(1)%q(1) = 50
  print '(5i4)', t(1)%q, t(2)%q, size(t(2)%q)
  allocate(v(2)); v = t(1:2)
  v(1)%q = [9,9,9]
  print '(9i4)', v(1)%q, v(2)%q, t(1)%q
  u = v(1)
  print '(9i4)', u%k, u%q
  x = [(i,i=1,10)]
  px => x(2:10:3)
  print '(9i4)', px, lbound(px), ubound(px)
  px(0:) => x(3:5)
  print '(9i4)', px, lbound(px), ubound(px)
  py(1:2,1:5) => x
  print '(10i4)', py(2,:)
  px => py(:,3)
  print '(2i4,l3)', px, associated(px, x(5:6))
  px = px(2:1:-1)
  print '(10i4)', x
  nullify(px)
  print '(l3)', associated(px)
  allocate(px(3)); px = 4; print '(3i4)', px; deallocate(px)
  print '(9i4)', tw([1,2,3]) + tw(4)
  call inc(x, 1); call inc(x(1:3), [10,20,30])
  print '(10i4)', x
  y = alloc_res(3)
  print '(9i4)', y, alloc_res(2) + 1
  call opt(y); z = [0,0,0]; call opt(y, z); print '(9i4)', z
  call lows(x(4:6)); print '(10i4)', x
  call star(x, 3); print '(10i4)', x
  call out(y); print '(9i4)', y, lbound(y), ubound(y)
  allocate(y(3), stat=st, errmsg=msg); print '(l3)', st /= 0
  deallocate(y); print '(l3)', allocated(y)
  deallocate(y, stat=st); print '(l3)', st /= 0
  call move_alloc(z, y); print '(2l3,9i4)', allocated(z), allocated(y), y
  c = 'hello'; call ch(c); print '(3a6)', c
  cc = ['ab','cd']; print '(i4,2a4)', len(cc), cc
  cc = [character(3) :: 'p','qrs','t']; print '(2i4,3a4)', len(cc), size(cc), cc
  allocate(g(5), source=[1,2,3,4,5]); print '(5i4)', g
  g(2:) = g(:4); print '(5i4)', g
  g = g(5:1:-1); print '(5i4)', g
  block
    integer :: auto(size(g)*2)
    auto = 3; auto(::2) = g
    print '(10i4)', auto
  end block
  associate (s => x(2:9:2), w => t(2)%w)
    s = 0; w(2) = -1
    print '(4i4)', s
  end associate
  print '(10i4,f5.1)', x, t(2)%w(2)
  print '(9i4)', maxloc([3,9,2,9],back=.true.), minloc([3.,1.,2.]), count([1,2,3]>1)
  print '(2i4)', findloc(reshape([1,2,3,4],[2,2]), 3)
  print '(3a6)', maxval(c), minval(c)
end program
