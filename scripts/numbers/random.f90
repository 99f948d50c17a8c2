! Checksums of random numbers as they are written with many edit descriptors, and of those that random digits stand for; how many come back as others, or are written
! list-directed with other digits than ES has. Arguments: how many times 10,000 of each kind, and which numbers.
module sums
  implicit none
  integer(8) :: state = 88172645463325252_8
contains
  integer(8) function next()
    state = ieor(state, ishft(state, 13))
    state = ieor(state, ishft(state, -7))
    state = ieor(state, ishft(state, 17))
    next = state
  end function
  subroutine add(h, s)
    integer(8), intent(inout) :: h
    character(len=*), intent(in) :: s
    integer :: i
    do i = 1, len(s)
      h = ieor(h, int(iachar(s(i:i)), 8))
      h = ieor(ishft(h, 5), ishft(h, -59)) + h*31
    end do
  end subroutine
  ! The digits of a number without its point, zeros before them and exponent.
  function digits(s) result(d)
    character(len=*), intent(in) :: s
    character(len=:), allocatable :: d
    integer :: i
    d = ''
    do i = 1, len_trim(s)
      if (scan(s(i:i), 'EeDd') > 0) exit
      if (verify(s(i:i), '0123456789') /= 0) cycle
      if (s(i:i) /= '0' .or. len(d) > 0) d = d//s(i:i)
    end do
  end function
  ! Whether list-directed output t has the digits that ES gives x.
  logical function alike(t, x)
    character(len=*), intent(in) :: t
    real(8), intent(in) :: x
    character(len=:), allocatable :: d
    character(len=80) :: f, e
    d = digits(t)
    write (f, '(a, i0, a)') '(es60.', max(len(d) - 1, 0), 'e3)'
    write (e, f) x
    alike = x == 0 .or. d == digits(e)
  end function
  ! As many digits as a number may have, with a point somewhere and an exponent of at most so much.
  subroutine random_text(t, least, most)
    character(len=*), intent(out) :: t
    integer, intent(in) :: least, most
    integer :: n, point, i, e
    n = 1 + int(modulo(next(), 30_8))
    point = int(modulo(next(), int(n, 8)))
    e = least + int(modulo(next(), int(most - least + 1, 8)))
    t = ' '
    do i = 1, n
      t(len_trim(t) + 1:) = achar(48 + int(modulo(next(), 10_8)))
      if (i == point) t(len_trim(t) + 1:) = '.'
    end do
    if (point == 0) t(len_trim(t) + 1:) = '.'
    write (t(len_trim(t) + 1:), '(a, i0)') 'e', e - max(point, 1)
  end subroutine
end module
program num
  use sums
  implicit none
  integer :: n, c, i, k, bad, ios
  integer, parameter :: nf = 16
  character(len=24), parameter :: f(nf) = [character(len=24) :: '(rn,es30.17e3)', '(rn,e40.30e4)', '(rn,f40.10)', '(rn,f30.0)', &
    '(rn,g30.17)', '(rn,en30.12e3)', '(rn,d30.16)', '(rn,es16.8e3)', '(rn,f12.3)', '(rn,es10.1e3)', '(z16)', '(rn,es23.15)', &
    '(ru,es20.9e3)', '(rd,es36.6e3)', '(rz,e25.12e3)', '(rc,f30.5)']
  integer(8) :: h(0:nf), hi(5), ht(2), b, seed
  character(len=80) :: t
  character(len=10) :: arg
  real(8) :: x, y
  real(4) :: x4, y4
  integer(4) :: i4
  integer(8) :: i8, j8
  integer(2) :: i2
  integer(1) :: i1
  call get_command_argument(1, arg)
  read (arg, *) n
  seed = 0
  call get_command_argument(2, arg, status=ios)
  if (ios == 0) read (arg, *) seed
  state = state + seed*1000003_8
  do c = 1, n
    h = 0; hi = 0; ht = 0; bad = 0
    do i = 1, 10000
      b = next()
      ! Half of them of everyday sizes.
      if (mod(i, 2) == 0) b = ieor(ishft(ishft(b, 12), -12), ishft(int(1023 - 20 + modulo(b, 60_8), 8), 52))
      x = transfer(b, x)
      if (.not. abs(x) <= huge(x)) cycle
      do k = 1, nf
        write (t, f(k)) x
        call add(h(k), trim(t))
        if (k == 1) then
          read (t, *) y
          if (transfer(y, b) /= transfer(x, b)) bad = bad + 1
        else if (k == 5 .or. k == 8) then
          read (t, '(f30.0)', iostat=ios) y
          write (t, '(z16)') y
          call add(h(k), t(1:16))
        end if
      end do
      write (t, *) x
      if (.not. alike(t, x)) bad = bad + 1
    end do
    print '(i6, a, i4, 17z17)', c, ' r8 bad', bad, h
    h = 0; bad = 0
    do i = 1, 10000
      b = next()
      i4 = int(ishft(b, -32), 4)
      if (mod(i, 2) == 0) i4 = ieor(iand(i4, 8388607), ishft(107 + modulo(int(iand(b, 1023_8)), 60), 23))
      x4 = transfer(i4, x4)
      if (.not. abs(x4) <= huge(x4)) cycle
      do k = 1, nf
        write (t, f(k)) x4
        call add(h(k), trim(t))
        if (k == 8) then
          read (t, *) y4
          if (transfer(y4, i4) /= transfer(x4, i4)) bad = bad + 1
        end if
      end do
      write (t, *) x4
      if (.not. alike(t, real(x4, 8))) bad = bad + 1
    end do
    print '(i6, a, i4, 17z17)', c, ' r4 bad', bad, h
    bad = 0
    do i = 1, 10000
      i8 = ishft(next(), -int(iand(next(), 63_8)))
      if (mod(i, 3) == 0) i8 = -i8
      i4 = int(iand(i8, 2147483647_8)); i2 = int(iand(i8, 32767_8), 2); i1 = int(iand(i8, 127_8), 1)
      write (t, '(i0)') i8; call add(hi(1), trim(t))
      read (t, *) j8; if (j8 /= i8) bad = bad + 1
      write (t, '(i30.22)') i8; call add(hi(2), trim(t))
      write (t, '(b64.20)') i8; call add(hi(3), trim(t))
      write (t, '(o24, z20)') i8, i8; call add(hi(4), trim(t))
      write (t, '(i0, 1x, i12.4, 1x, i6, 1x, i4.3, 1x, sp, i7)') -i4, i4, -i2, -i1, i2; call add(hi(5), trim(t))
    end do
    print '(i6, a, i4, 5z17)', c, ' in bad', bad, hi
    bad = 0
    do i = 1, 10000
      call random_text(t, -330, 300)
      read (t, *) x
      read (t, '(g50.0)') y
      if (transfer(y, b) /= transfer(x, b)) bad = bad + 1
      write (t, '(z16)') x; call add(ht(1), trim(t))
      call random_text(t, -50, 36)
      read (t, *) x4
      read (t, '(e50.9)') y4
      if (transfer(y4, i4) /= transfer(x4, i4)) bad = bad + 1
      write (t, '(z8)') x4; call add(ht(2), trim(t))
    end do
    print '(i6, a, i4, 2z17)', c, ' tx bad', bad, ht
  end do
end program
