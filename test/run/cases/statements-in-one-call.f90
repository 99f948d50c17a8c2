! Statements that are one call of the runtime, and those beside them that are not: non-advancing, nulls, failures, items that depend on each other.
program statements_in_one_call
  implicit none
  type pt
    integer :: i = 0
    real(8) :: x(3) = 0
    character(len=5) :: name = 'none'
  end type
  type(pt), target :: p, q(3)
  type(pt), pointer :: pp
  integer :: u, s, i, j, n, k, ia(5), m(2,3)
  integer(1) :: i1
  integer(2) :: i2
  integer(8) :: i8
  real :: r
  real(8) :: d, da(4)
  complex :: c
  complex(8) :: z(2)
  logical :: l, la(3)
  logical(1) :: l1
  logical(8) :: l8
  character(len=10) :: line, a, b
  character(len=:), allocatable :: text
  character(len=100) :: msg, buf
  real, allocatable :: v(:)
  integer, pointer :: ip
  character(len=20) :: words(3)

  msg = 'before'
  open (newunit=u, status='scratch')
  write (u, '(a)') 'short', 'a very long line indeed that is cut', ''
  write (u, '(a)', advance='no') 'part'
  write (u, '(a)') 'whole'
  write (u, '(a)', advance='no') 'one '
  write (u, *) 1, 2
  write (u, *) 'x', 3, 'y'
  write (u, '(3i5,/,f8.3)') 1, 2, 3, 4.5
  write (u, '(i3)') [1, 2, 3]
  rewind u
  do
    read (u, '(a)', iostat=s, iomsg=msg) line
    if (s /= 0) exit
    print '(3a)', '[', line, ']'
  end do
  print *, s, trim(msg) /= 'before'
  msg = 'kept'
  rewind u
  read (u, '(a)', iostat=s, iomsg=msg) line
  print *, s, msg
  backspace u
  read (u, '(a)') a
  print *, a
  rewind u
  read (u, '(a)', advance='no', iostat=s) a(1:3)
  print *, a(1:3), s
  read (u, '(a)') b
  print *, b
  close (u)

  open (newunit=u, status='scratch')
  write (u, *) 1, 2_1, 3_2, 4_8, 5.5, 6.5d0, (1.0, 2.0), .true., 'text'
  write (u, *) 7, 1.5, 2.5, 3.5, 'abcdefgh'
  write (u, '(a)') '3 10 20 30', ', , 5', '2*8 9/', '1 2 x'
  rewind u
  read (u, *) i, i1, i2, i8, r, d, c, l, line
  print *, i, i1, i2, i8, r, d, c, l, line
  read (u, *) p%i, p%x, p%name
  print *, p%i, p%x, p%name
  read (u, *) n, (ia(k), k=1, n)
  print *, n, ia(1:n)
  i = -1; j = -2; k = -3
  read (u, *) i, j, k
  print *, i, j, k
  ia = -7
  read (u, *) ia
  print *, ia
  i = 0; j = 0; k = 99
  read (u, *, iostat=s) i, j, k
  print *, s > 0, i, j, k
  read (u, *, end=10) i
  print *, 'not reached'
10 print *, 'end'
  close (u)

  buf = '12 13 14'
  read (buf, *) i, j, k
  print *, i, j, k
  read (buf, '(i2,1x,i2,1x,i2)') ia(3), ia(2), ia(1)
  print *, ia(1:3)
  read (buf(4:), *) i
  print *, i
  write (buf, '(i0,a,f0.2)') 42, ' is ', 3.14159
  print *, trim(buf)
  write (buf(1:3), '(i3.3)') 7
  print *, trim(buf)
  write (words, '(a)') 'one', 'two', 'three'
  print *, words
  i = 2
  read (buf, '(i3)', err=20, iostat=s) q(i)%i
  print *, q%i
20 continue
  buf = 'T F .true. (1,2) 5'
  l1 = .false.; l8 = .true.
  read (buf, *) l1, l8, l, z(1), n
  print *, l1, l8, l, z(1), n
  allocate (v(3))
  buf = '1.5 2.5 3.5'
  read (buf, *) v
  print '(3f6.2)', v
  read (buf, *) v(3:2:-1)
  print '(3f6.2)', v
  read (buf, *) v(2:3), r
  print '(4f6.2)', v, r
  i = 1
  buf = '3 7'
  read (buf, *) i, ia(i)
  print *, i, ia(3)
  pp => q(3)
  buf = '5 1.25 hello'
  read (buf, *) pp%i, pp%x(2), pp%name(2:4)
  print *, q(3)%i, q(3)%x, q(3)%name
  da = [1d0, 2d0, 3d0, 4d0]
  print '(4(f5.1,:,","))', da
  print '(*(i0,:," "))', m*0 + reshape([1,2,3,4,5,6],[2,3])
  print '(2l3)', la(1:1) .or. .true., .false.
  print *, z*0 + (1d0, 2d0)
  print '(a,i4,a)', f(1), g(2), f(3)
  write (*, '(a)') trim('abc  ')//'|'
  text = 'deferred'
  write (*, '(a)') text
  write (*, '(2a)') text, text
  write (*, '(a5)') 'abc'
  write (*, '(a2)') 'abc'
  write (*, '(z8,b10)') 255, 5
  write (*, '(z8)') 'AB'
  allocate (ip)
  buf = '77'
  read (buf, *) ip
  print *, ip
  write (*, *, iostat=s) 'ok'
  write (buf, '(i5)', iostat=s) 'text'
  print *, s /= 0
  read (buf, '(f5.2)', iostat=s) i
  print *, s /= 0
  a = 'qq'
  buf = 'hello world'
  read (buf, '(a3,1x,a)') a, b
  print *, a, b
  read (buf, '(a)') text
  print *, text
contains
  function f(n) result(t)
    integer, intent(in) :: n
    character(len=4) :: t
    write (t, '(a,i0)') 'f', n
    k = k*10 + n
  end function
  integer function g(n)
    integer, intent(in) :: n
    k = k*10 + n
    g = k
  end function
end program
