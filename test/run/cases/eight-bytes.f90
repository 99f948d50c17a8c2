! options: -i8 -r8
! Types without a kind have 8 bytes, and so has what intrinsic functions give, by their old names too.
program t
  implicit none
  integer :: i
  real :: x
  logical :: l
  complex :: z
  integer(4) :: i4
  real(4) :: r4
  character(3) :: c
  i = 2**40_8 + 1
  x = 1.1
  z = (1.1, 2.1)
  l = .true.
  i4 = 2**24 + 1
  r4 = 1.5
  c = 'abc'
  print '(11i2)', kind(i), kind(x), kind(z), kind(l), kind(1), kind(1.0), kind((1.0, 2.0)), kind(.true.), kind(1d0), kind(i4), kind(r4)
  print '(16i2)', kind(size([1])), kind(len(c)), kind(index(c, 'b')), kind(int(x)), kind(nint(x)), kind(real(i)), kind(cmplx(1, 2)), &
    kind(count([l])), kind(ichar('a')), kind(floor(x)), kind(shape([1])), kind(kind(i)), kind(btest(i, 1)), kind(popcnt(i)), &
    kind(i4 * 2_4), kind(sqrt(r4))
  print '(3i15)', iabs(-i), max0(i, 3), mod(i, 2**35)
  print '(4f25.12)', alog(x), amod(x, 0.3), real(i4), float(i4)
  print '(2f20.12)', cabs(z), real(cmplx(1.1d0, 2))
end program
