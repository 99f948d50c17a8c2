module shapes
  implicit none
  type, abstract :: shp_t
  contains
    procedure(area_i), deferred :: area
  end type
  abstract interface
    real function area_i(this)
      import shp_t
      class(shp_t), intent(in) :: this
    end function
  end interface
  type, extends(shp_t) :: sq
    real :: s = 1.
  contains
    procedure :: area => sqa
  end type
  type node
    integer :: v = 3
    type(node), pointer :: next => null()
    real, pointer :: data(:) => null()
  end type
  type mat
    real, allocatable :: a(:,:)
  end type
  interface operator(+)
    procedure addm
  end interface
contains
  real function sqa(this)
    class(sq), intent(in) :: this
    sqa = this%s**2
  end function
  function addm(x, y) result(z)
    type(mat), intent(in) :: x, y
    type(mat) :: z
    z%a = x%a + y%a
  end function
  pure function scale2(x, n) result(r)
    integer, intent(in) :: n
    real, intent(in) :: x(n)
    real :: r(n, 2)
    r(:,1) = x
    r(:,2) = 2*x
  end function
  function ptr(t) result(p)
    real, target :: t(:)
    real, pointer :: p(:)
    p => t(2:)
  end function
  subroutine anyk(a, n)
    class(*), intent(in) :: a(:)
    integer, intent(out) :: n
    n = 0
    select type (a)
    type is (integer)
      n = sum(a)
    type is (real)
      n = -int(sum(a))
    end select
  end subroutine
  recursive function fib(n) result(r)
    integer, intent(in) :: n
    integer :: r(2)
    integer :: t(2)
    if (n <= 1) then
      r = [1,1]
    else
      t = fib(n-1)
      r = [t(1)+t(2), t(1)]
    end if
  end function
  subroutine auto(n, m, x)
    integer, intent(in) :: n, m
    real, intent(inout) :: x(n, m)
    real :: w(n), v(0:m-1, n)
    w = sum(x, dim=2)
    v = transpose(x)
    x(:, 1) = w + v(0, :)
  end subroutine
  function strs(n) result(s)
    integer, intent(in) :: n
    character(n) :: s(2)
    s(1) = repeat('a', n)
    s(2) = 'b'
  end function
end module
program array_results
  use shapes
  implicit none
  type(sq) :: arr(3)
  class(shp_t), allocatable :: sh
  type(node), target :: n1, n2
  type(node), pointer :: p
  type(mat) :: m1, m2, m3
  type(mat), allocatable :: ms(:)
  real, target :: x(6)
  real :: y(3,4), w(2,3,4)
  integer :: i, j, n, iv(4), iw(2,2)
  integer(8) :: big(3)
  integer(1) :: tiny(4)
  logical :: msk(3,4)
  real(8), allocatable :: d2(:,:)
  character(6) :: names(2)
  integer, parameter :: tab(3) = [10,20,30]
  integer, parameter :: t2(2,2) = reshape([1,2,3,4],[2,2])
  arr%s = [1.,2.,3.]
  print '(3f6.1)', (arr(i)%area(), i=1,3)
  allocate(sh, source=arr(2)); print '(f6.1)', sh%area()
  n1%next => n2; n2%v = 8; p => n1; p => p%next; print '(2i4,l3)', p%v, n1%next%v, associated(p%next)
  x = [1.,2.,3.,4.,5.,6.]
  n1%data => x(1:6:2); n1%data = n1%data * 10; print '(6f6.1)', x
  m1%a = reshape([1.,2.,3.,4.],[2,2]); m2 = m1; m3 = m1 + m2; print '(4f6.1)', m3%a
  allocate(ms(2)); ms(1) = m1; ms(2) = ms(1) + ms(1); print '(4f6.1)', ms(2)%a
  ms = [ms, m3]; print '(i3,4f6.1)', size(ms), ms(3)%a
  print '(6f6.1)', scale2(x, 3)
  print '(6f6.1)', matmul(scale2(x,3), reshape([1.,0.,0.,1.],[2,2]))
  print '(5f6.1)', ptr(x)
  call anyk([1,2,3], n); print '(i4)', n
  call anyk(x, n); print '(i4)', n
  print '(2i5)', fib(10)
  y = reshape([(real(i), i=1,12)], [3,4]); call auto(3, 4, y); print '(12f6.1)', y
  print '(2a6)', strs(4)
  names = strs(6); print '(2a7)', names
  w = reshape([(real(i), i=1,24)], [2,3,4])
  print '(12f6.1)', sum(w, dim=2, mask=w>5)
  print '(4f8.1)', sum(sum(w, 1), 1)
  print '(6f6.1)', w(2,:,3:4)
  print '(4f6.1)', w(1,[3,1],[2,4])
  w(:,2,:) = -1; print '(24f5.0)', w
  msk = y > 20
  where (msk); y = 0; elsewhere; y = y + 1; end where
  print '(12f6.1)', y
  iv = [4,3,2,1]; iv(iv) = [10,20,30,40]; print '(4i4)', iv
  iw = reshape(iv, [2,2]); iw(:, 1) = iw(2:1:-1, 1); print '(4i4)', iw
  print '(3i4)', tab(3:1:-1); print '(4i3)', transpose(t2)
  big = [1_8, 2_8**40, -5_8]; print '(3i16)', big, maxval(big), sum(big), product(big(1:1))
  tiny = [100_1, 27_1, -127_1, 5_1]; tiny = tiny + 1_1; print '(4i5)', tiny
  allocate(d2(3,3)); d2 = 0; forall (i=1:3) d2(i,i) = i; print '(9f5.1)', d2
  do i = 1, 3; d2(i,:) = d2(i,:) + i; end do; print '(9f5.1)', d2
  print '(3f6.2)', d2(:,1) / d2(:,3), real(d2(1,:)) ** 2
  print '(2i4)', count(d2 > 1, dim=1), [(j, j=1,1)]
  print '(3i4)', ((i*j, i=1,3), j=1,2)
  print '(4i4)', reshape([1,2,3,4], shape(iw), order=[2,1])
  print '(2l2)', is_contiguous(x(1:6:2)), is_contiguous(y(:,2))
  print '(6i3)', cshift(reshape([1,2,3,4,5,6],[2,3]), 1, dim=2)
  print '(6i3)', eoshift(reshape([1,2,3,4,5,6],[2,3]), [1,-1], dim=2)
  print '(3f7.3)', atan2([1.,2.,3.],2.), max([1.,5.,3.],[2.,2.,4.]), mod([5,6,7],3)*1.
  print '(3i4)', ishft([1,2,3],2), iand([7,6,5],3), nint([1.5,2.5,-1.5])
  print '(4l2)', [1,2]==[1,3], (/.true.,.false./) .and. .true.
  print '(i4,3i4)', size(w), size(w,2), ubound(w,3), rank(w)
  associate (col => y(:,2), tot => sum(y)); print '(3f6.1,f8.1)', col, tot; col = 0; end associate
  print '(f8.1)', sum(y)
end program
