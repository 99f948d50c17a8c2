! Statements of numbers and arrays that are one call each: records of all kinds, of both orders of bytes, too short and absent ones, and several items that depend on each other.
program p
  implicit none
  integer :: u, i, j, st, k(3)
  integer(1) :: b
  integer(2) :: h
  integer(8) :: l
  real :: x
  real(8) :: y, a(100), big(20000)
  complex :: c
  complex(8) :: z
  logical :: t
  logical(1) :: t1
  character(80) :: m
  type pt
    integer :: i
    real(8) :: v(2)
  end type
  type(pt) :: q
  do j = 1, 2
    if (j == 1) open (newunit=u, status='scratch', form='unformatted')
    if (j == 2) open (newunit=u, status='scratch', form='unformatted', convert='big_endian')
    do i = 1, 300
      write (u) i, 0.5*i, 0.25d0*i
      if (mod(i, 50) == 0) write (u) [(dble(i + k(1)*0), i = 1, 100)]
    end do
    write (u) 1_1, 2_2, 3_8, (1.0, 2.0), (3d0, 4d0), .true., .false._1
    write (u) int(7, 1)
    big = [(dble(i), i = 1, 20000)]
    write (u) big
    write (u) big(1:100)
    write (u) big(1:200:2)
    q = pt(5, [1d0, 2d0])
    write (u) q%i, q%v(2)
    rewind (u)
    do i = 1, 300
      read (u) k(1), x, y
      if (k(1) /= i .or. x /= 0.5*i .or. y /= 0.25d0*i) print *, 'bad', i
      if (mod(i, 50) == 0) read (u) a
    end do
    b = 0; h = 0; l = 0; c = 0; z = 0; t = .false.; t1 = .true.
    read (u) b, h, l, c, z, t, t1
    print *, b, h, l, c, z, t, t1
    ! longer than the record
    i = 77
    read (u, iostat=st, iomsg=m) b, i
    print *, st /= 0, b, i
    backspace (u)
    i = 78
    read (u, iostat=st) b, i
    print *, st /= 0, b, i
    read (u) a
    print *, sum(a)
    read (u) a(3:4)
    print *, a(:5)
    read (u) a
    print *, sum(a)
    q = pt(0, [0d0, 0d0])
    read (u) q%i, q%v(1)
    print *, q
    read (u, iostat=st) i
    print *, st
    read (u, iostat=st) i
    print *, st > 0
    close (u)
  end do
  open (newunit=u, status='scratch', form='unformatted', access='direct', recl=16)
  do i = 1, 50
    write (u, rec=i) i, 0.25d0*i
  end do
  do i = 1, 50
    read (u, rec=mod(i*7, 50) + 1) j, y
    if (j /= mod(i*7, 50) + 1 .or. y /= 0.25d0*j) print *, 'bad direct', i, j, y
  end do
  write (u, rec=60) [1, 2, 3, 4]
  read (u, rec=60) k, j
  print *, k, j
  read (u, rec=55, iostat=st) j, y
  print *, st, j, y
  read (u, rec=70, iostat=st) j
  print *, st /= 0
  write (u, rec=1, iostat=st) 1, 2, 3, 4, 5
  print *, st /= 0
  write (u, rec=0, iostat=st) 1
  print *, st /= 0
  read (u, rec=1) j
  print *, j
  inquire (u, nextrec=i)
  print *, i
  close (u)
  open (newunit=u, status='scratch', form='unformatted', access='stream')
  write (u) 1, 2d0
  write (u) 3_2
  do i = 1, 10
    write (u) i
  end do
  rewind (u)
  read (u) j, y
  read (u) h
  print *, j, y, h
  j = 0
  do i = 1, 11
    read (u, end=10) k(1)
    j = j + k(1)
  end do
  print *, 'no end'
10 print *, j, i
  inquire (u, pos=i)
  print *, i
  close (u)
  ! a subscript that is read before
  open (newunit=u, status='scratch', form='unformatted')
  write (u) 3, 99
  rewind (u)
  k = 0
  i = 1
  read (u) i, k(i)
  print *, i, k
  write (u) f(2), f(3)
  rewind (u)
  read (u)
  read (u) i, j
  print *, i, j
  backspace (u)
  write (u) 4
  read (u, iostat=st) i
  print *, st
  close (u)
  read (99, err=20) i
20 print *, 'err taken'
contains
  integer function f(n)
    integer, intent(in) :: n
    f = n*n
    if (n < 0) print *, n
  end function
end program
