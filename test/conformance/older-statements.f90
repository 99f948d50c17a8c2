! Statements and forms of older programs: type, accept, encode and decode, Hollerith constants as numbers, statement functions of characters, entries of different
! types, equivalence of substrings, %loc, logical operators on the bits of integers, DEC's specifiers of open and close, intrinsic functions as arguments.
!cuf$ nowarn file(bitwise-operator, ignored-specifier)
program older_statements
  implicit character*4 (s)
  character*3 cut, x
  character*8 made
  character*10 whole
  character*3 part, pair(2)
  equivalence (whole(3:5), part), (whole(6:6), pair(2)(1:1))
  character*20 text
  integer i, j, first, second, status, buffer(5), words(2)
  integer(8) place
  real(8) wide
  real half
  external first, half, wide
  real, external :: applied
  intrinsic acosh, bessel_j0
  logical yes
  automatic j
  data i /4habcd/, words /4h1234, 2hzz/
  cut(x) = x(2:3)
  made(i) = char(i) // 'abc'
  integer mistakes
  mistakes = 0

  if (transfer(i, 'abcd') /= 'abcd' .or. transfer(words(2), 'abcd') /= 'zz  ') call wrong(1)
  i = 4hwxyz
  if (transfer(i, 'abcd') /= 'wxyz') call wrong(2)
  if (cut('xyz') // '|' /= 'yz |' .or. made(65) // '|' /= 'Aabc    |') call wrong(3)
  whole = 'abcdefghij'
  if (part /= 'cde' .or. pair(2) /= 'fgh') call wrong(4)
  part = 'XYZ'
  if (whole /= 'abXYZfghij') call wrong(5)
  if (first(3) /= 6 .or. half(3.0) /= 1.5 .or. wide(4d0) /= 16d0) call wrong(6)
  encode (10, 20, text) 12, 34
20 format (2i5)
  if (text(1:10) /= '   12   34') call wrong(7)
  decode (10, 20, text) i, j
  if (i /= 12 .or. j /= 34) call wrong(8)
  encode (20, '(2i10)', buffer) 7, 8
  decode (20, '(2i10)', buffer, iostat=status) i, j
  if (i /= 7 .or. j /= 8 .or. status /= 0) call wrong(9)
  place = %loc(i)
  if (place /= loc(i)) call wrong(10)
  i = 12
  j = i .and. 10
  if (j /= 8) call wrong(11)
  if ((i .or. 3) /= 15 .or. (i .xor. 10) /= 6 .or. (.not. i) /= -13 .or. (i .eqv. i) /= -1) call wrong(12)
  if (abs(applied(acosh, 2.0) - 1.316958) > 1e-6 .or. applied(bessel_j0, 1.0) /= bessel_j0(1.0)) call wrong(13)
  open (10, file='older-statements.txt', type='unknown', carriagecontrol='list')
  write (10, *) 5
  close (10, disp='save')
  open (10, file='older-statements.txt', readonly, shared)
  read (10, *) j
  close (10, dispose='delete')
  inquire (file='older-statements.txt', exist=yes)
  if (j /= 5 .or. yes) call wrong(14)
  if (mistakes /= 0) stop 1
  type *, 'PASS'
contains
  subroutine wrong(number)
    integer number
    mistakes = mistakes + 1
    type 30, number
30  format ('wrong:', i3)
  end subroutine
end program

function first(k)
  integer first, k
  real half, x
  real(8) wide, d
  first = k * 2
  return
  entry half(x)
  half = x / 2
  return
  entry wide(d)
  wide = d * d
end

real function applied(f, x)
  real, external :: f
  applied = f(x)
end
