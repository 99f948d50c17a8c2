module q
  implicit none
contains
  subroutine show(c)
    character(*), intent(in) :: c(:)
    integer :: i
    print '(2i4,10(1x,a))', len(c), size(c), (c(i), i=1,size(c))
  end subroutine
  subroutine fixed(c, n)
    integer, intent(in) :: n
    character(3), intent(inout) :: c(n)
    c(n) = 'end'
  end subroutine
  function up(c) result(r)
    character(*), intent(in) :: c(:)
    character(len(c)) :: r(size(c))
    integer :: i, j
    r = c
    do i = 1, size(c); do j = 1, len(c)
      if (c(i)(j:j) >= 'a' .and. c(i)(j:j) <= 'z') r(i)(j:j) = char(iachar(c(i)(j:j)) - 32)
    end do; end do
  end function
  elemental function dec(c) result(r)
    character(*), intent(in) :: c
    character(len(c)+2) :: r
    r = '<' // c // '>'
  end function
  subroutine lkind(l1, l8)
    logical(1), intent(inout) :: l1(:)
    logical(8), intent(inout) :: l8(:)
    l1 = .not. l1; l8 = l1
  end subroutine
  subroutine optarr(n, a, b)
    integer, intent(in) :: n
    integer, optional :: a(n)
    integer, optional, allocatable :: b(:)
    if (present(a)) a = a + 1
    if (present(b)) then
      if (allocated(b)) then; b = [b, n]; else; b = [n]; end if
    end if
  end subroutine
  subroutine pass(n, a, b)
    integer, intent(in) :: n
    integer, optional :: a(n)
    integer, optional, allocatable :: b(:)
    call optarr(n, a, b)
  end subroutine
end module
program array_texts
  use q
  implicit none
  character(5) :: a(4) = ['one  ','two  ','three','four ']
  character(3) :: b(2,2)
  character(:), allocatable :: d(:), e
  character(12) :: line(2)
  complex(8) :: z(3), w(2,2)
  logical(1) :: l1(3)
  logical(8) :: l8(3)
  integer(8) :: i8, k8(4)
  integer(2) :: i2(3)
  integer :: i, x(3), n
  integer, allocatable :: y(:)
  real(8) :: r(2,3)
  real :: m33(3,3)
  call show(a); call show(a(4:1:-2)); call show(a(2:3)(2:4)); call show(up(a))
  call show(a // '-' // a(4:1:-1)); call show(dec(a)); call show([character(2) :: 'a', 'bcd', ''])
  b = reshape(['abc','def','ghi','jkl'], [2,2]); call show(b(:,2)); call show(pack(b, b > 'cc'))
  print '(4a4)', transpose(b), merge(b, 'zzz', b < 'dz')
  print '(4l2)', a == 'two', a(1:2) < a(3:4)
  allocate(character(4) :: d(2)); d = ['wxyz','12  ']; call show(d); d(2)(2:3) = '##'; call show(d)
  d = a(1:3); call show(d); e = trim(a(1)) // d(2); print '(i3,1x,a)', len(e), e
  write(line, '(a,i3)') (a(i), i, i=1,2); print '(2a13)', line
  call fixed(b, 3); call show(b(1,:))
  print '(4i3)', len_trim(a), index(a, 'o'), scan(a, 'rw'), ichar(a(:)(1:1))
  z = [(1d0,2d0), (3d0,-1d0), (0d0,1d0)]
  print '(6f7.2)', z*z, conjg(z), z/(0.5d0,2d0)
  print '(3f8.4,2f8.3)', abs(z), sum(z)
  print '(2f8.2)', dot_product(z, z), product(z)
  w = reshape([z, (1d0,0d0)], [2,2]); print '(8f7.1)', matmul(w, w)
  z%im = [1d0,2d0,3d0]; print '(6f6.1)', z
  l1 = [.true.,.false.,.true.]; call lkind(l1, l8); print '(6l2)', l1, l8
  k8 = [(i8*10_8**9, i8=1_8,4_8)]; print '(4i12)', k8, k8(4:1:-1)/7
  i2 = [1_2, 300_2, -5_2]; i2 = i2*100_2; print '(3i7)', i2
  x = [1,2,3];   
  call pass(3, x); print '(3i4)', x; call pass(3, b=y); call pass(4, x, y); print '(8i4)', x, y
  r = reshape([1d0,2d0,3d0,4d0,5d0,6d0],[2,3]); r(:,2) = r(:,2)*2; print '(6f6.1)', r
  m33 = 0; do i = 1, 3; m33(i,i) = i; end do
  m33 = matmul(m33, m33) + transpose(m33); print '(9f5.1)', m33
  n = 0; do i8 = 1, 10_8, 3; n = n + int(i8); end do; print '(i4)', n
  print '(6i4)', [((i*10+n, i=1,n), n=1,3)]

end program
