program statements
  integer :: i, a(10) = [(i*i, i = 1, 10)]
  data x, (y(i), i = 1, 3) /1.0, 3*-2/, z /'a'/
  common /blk/ p, q(3) // r
  equivalence (a(1), b), (c, d)
  namelist /group/ a, b
  pointer (ptr, pointee(n)), (q2, r2)
  dimension u(5)
  save /blk/
  f(x) = x + 1
  real :: late
  g(x) = f(x)**2
  outer: do i = 1, 10, 2
    if (i == 3 .or. .not. done) cycle outer
    do while (x < 3)
      exit
    end do
    do concurrent (integer :: j = 1:n, k = 1:m:2, mask(j)) local(t) reduce(+: s)
    end do
  end do outer
  do 10 i = 1, 3
  do 10 j = 1, 3
10 a(i) = j
  do 20 k = 1, 2
20 end do
  if (a) 1, 2, 3
  name: if (x) then
    y = 1
  else if (z) then name
    y = 2
  else name
    y = 3
30 end if name
  select case (i)
  case (1, 3:5, :0)
    x = 1
  case default
    x = 2
  end select
  select type (p => q%r)
  type is (integer(8))
    x = 1
  class is (point)
    x = 2
  class default
  end select
  select rank (a)
  rank (0)
    x = 1
  rank (*)
  rank default
  end select
  associate (x => y%z, w => 1 + 2)
    x = w
  end associate
  block
    integer :: inner
    inner = 1
  end block
  where (a > 0)
    b = 1
  elsewhere (a < 0)
    b = 2
  elsewhere
    b = 3
  end where
  where (a > 0) b = 1
  forall (i = 1:n, j = 1:n, i /= j) a(i, j) = 0
  forall (i = 1:n)
    p(i)%q => t
  end forall
  p(1:, 2:) => q
  go to 10
  goto (10, 20), i
  allocate (real(8) :: a(n, 0:m), b%c(:), stat=ierr, source=x)
  allocate (t(3) :: obj)
  deallocate (a, b%c, stat=ierr)
  nullify (p, q%r)
  stop 'done'
  error stop 3, quiet=.true.
  call obj%method(1, key=2, *30, a(:), a(1:2:3), b(::2))
  call plain
  print *, 'x', (a(i), (b(i, j), j = 1, 2), i = 1, 10)
  print '(a)', s(1:3)//t
  write (unit=*, fmt='(i0)', advance='no') x
  read (5, *, end=10, err=20) a, b
  read *, x
  open (newunit=u, file='x', status='old')
  inquire (iolength=l) a
  rewind 10
  end file 7
  flush (6)
100 format (1x, 'a)b', 3(i5, /))
  x = -a**2 + b*(-c)/d - e // f
  x = .neg. a .plus. b .and. c .eqv. .not. d == e
  x = (1.0, -2.0)*1.5e-3_dp + .5d0 - 2.e3 + 1_8
  x = z'ff' + b"101" + c_char_'x' + 4_'y'
  x = 1.eq.2.or.a.lt.3.
  x = [real(8) :: 1, 2, (3, i = 1, 2)]
  x = (/ 1, 2 /)
  x = a(i)(2:3) // 'abc'(1:2)
  if (x) y = 1; z = 2
  end = 3
  if (i) = 4
  do = 5
  sync all
contains
  subroutine inside
  end subroutine
end program
