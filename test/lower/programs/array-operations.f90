program array_operations
  implicit none
  integer :: a(5), b(5), m(3,4), n(4,3), i, j
  integer, allocatable :: c(:), d(:,:)
  real(8) :: x(4), y(4)
  complex :: z(3)
  logical :: l(5)
  character(4) :: s(3)
  a = [1,2,3,4,5]
  b = a*2 + 1
  print '(5i6)', b
  b(2:4) = a(3:5)
  print '(5i6)', b
  b(5:1:-1) = a
  print '(5i6)', b
  a(2:5) = a(1:4)
  print '(5i6)', a
  a = [(i*i, i=1,5)]
  a(1:4) = a(2:5) + a(1:4)
  print '(5i6)', a
  do j=1,4
    do i=1,3
      m(i,j) = i*10+j
    end do
  end do
  n = transpose(m)
  print '(4i6)', n
  print '(3i6)', m(:,2)
  print '(4i6)', m(2,:)
  print '(12i5)', m(1:3:2,4:1:-1)
  m(:,1) = m(:,4)
  print '(12i5)', m
  print '(12i5)', reshape([1,2,3,4,5,6],[3,4],pad=[0,-1],order=[2,1])
  c = [1,2,3]
  c = [c, 4, 5]
  print '(i3,5i4)', size(c), c
  c = c(2:4)
  print '(i3,5i4)', size(c), c
  allocate(d(0:2,-1:1))
  d = 7
  d(0,:) = [1,2,3]
  print '(9i4)', d
  print '(4i4)', lbound(d), ubound(d)
  d = m(1:2,1:2)
  print '(4i5)', d, shape(d)
  print '(8i5)', lbound(d), ubound(d)
  x = [1d0,2d0,3d0,4d0]
  y = sqrt(x)*2 + sin(x)
  print '(4f10.5)', y
  print '(3f10.5)', sum(x), product(x), dot_product(x,y)
  print '(4f10.5)', maxval(x), minval(y), norm2(x)
  z = [(1.,2.),(3.,4.),(5.,6.)]
  z = z*conjg(z) + (0.,1.)
  print '(6f8.2)', z
  z%re = 1.
  print '(6f8.2)', z
  print '(3f8.2)', z%im
  l = a > 9
  print '(5l3)', l
  print '(3l3,i4)', any(l), all(l), all(a>0), count(l)
  s = ['abcd','ef  ','ghij']
  s(2)(3:4) = 'zz'
  s(:)(1:1) = 'Q'
  print '(3a6)', s
  print '(3a6)', s // '!'
  where (a > 10)
    b = a
  elsewhere (a > 5)
    b = -a
  elsewhere
    b = 0
  end where
  print '(5i6)', b
  where (b /= 0) b = 100/b
  print '(5i6)', b
  print '(5i6)', cshift(a,2), eoshift(a,-1), eoshift(a,2,boundary=9)
  print '(5i6)', pack(a, a>10)
  print '(5i6)', unpack([1,2,3], [.true.,.false.,.true.,.false.,.true.], a)
  print '(6i6)', spread([1,2,3],1,2)
  print '(6i6)', spread([1,2,3],2,2)
  print '(9i6)', matmul(m,n)
  print '(3i6)', matmul(m,[1,2,3,4])
  print '(4i6)', matmul([1,2,3],m)
  print '(4i6)', sum(m,dim=1)
  print '(3i6)', sum(m,dim=2,mask=m>20)
  print '(4i6)', maxval(m,1), minval(m,dim=1)
  print '(2i6)', maxloc(m), minloc(m)
  print '(4i6)', maxloc(m,dim=1), maxloc(a), maxloc(a,1), findloc(a,a(3))
  print '(5i6)', merge(a,b,a>b)
  print '(6i6)', iall([7,3]), iany([1,2]), iparity([5,3])
  print '(l3)', parity([.true.,.true.,.true.])
  forall (i=1:5) a(i) = a(6-i)
  print '(5i6)', a
  forall (i=1:3,j=1:4, i/=j) m(i,j) = 0
  print '(12i4)', m
  do concurrent (i=1:5, j=1:1)
    a(i) = i + j
  end do
  print '(5i6)', a
  a([2,4]) = [20,40]
  print '(5i6)', a
  print '(5i6)', a([5,4,3,2,1])
  print '(i6)', sum(a, a>10)
  call sub(a(1:5:2), 3)
  print '(5i6)', a
  call sub2(a(5:1:-2))
  print '(5i6)', a
  call sub(m(2,1:3), 3)
  print '(12i4)', m
  call sub(m(1,2), 4)
  print '(12i4)', m
  print '(5i6)', f(3)
  print '(5i6)', a(1:3) + f(3)
  print '(4i4)', transfer([1.0,2.0],[1]) / 16777216
contains
  subroutine sub(v,n)
    integer, intent(in) :: n
    integer :: v(n)
    v = v + 100
  end subroutine
  subroutine sub2(v)
    integer :: v(:)
    v(1) = -1
    v(size(v)) = -9
  end subroutine
  function f(n)
    integer, intent(in) :: n
    integer :: f(n)
    integer :: k
    f = [(k, k=1,n)]
  end function
end program
