/** Pages on messages about expressions, subscripts and constructors. */
import type { Pages } from './page.ts';

export const expressionsPages: Pages = {
  'turned-assignment': {
    says: 'C adds with `+=`; Fortran has no such operator, and `=+` gives the value with a plus sign.',
    wrong: `integer :: n
n = 1
n =+ 1`,
    right: `integer :: n
n = 1
n = n + 1`,
  },
  'bitwise-operator': {
    says: 'Logical operators are for logicals. Between integers they work on the bits, as some compilers have it; the functions for bits say so.',
    wrong: `integer :: flags = 12
if ((flags .and. 4) /= 0) print *, flags`,
    right: `integer :: flags = 12
if (iand(flags, 4) /= 0) print *, flags`,
  },
  'characters-as-number': {
    says: 'Characters given to a number in a data statement become its bytes, as Hollerith constants did.',
    wrong: `integer :: tag
data tag /'abcd'/`,
    right: `integer :: tag = transfer('abcd', 0)
print *, tag`,
  },
  'typeless-literal': {
    says: "A literal such as z'ff' is bits without a type. It gets one from what it is given to, or from `int`, `real` and the functions for bits.",
    wrong: `print *, z'ff'`,
    right: `print *, int(z'ff')`,
  },
  'integer-too-large': {
    says: 'The number does not fit in the kind of the literal.',
    wrong: `integer(8) :: n
n = 3000000000`,
    right: `integer(8) :: n
n = 3000000000_8`,
  },
  'real-too-large': {
    says: 'The number is larger than the largest of its kind.',
    wrong: 'print *, 1e100',
    right: 'print *, 1d100',
  },
  'integer-overflow': {
    says: 'A constant expression goes beyond the kind; the value wraps around.',
    wrong: `integer :: n
n = 2147483647 + 1`,
    right: `integer(8) :: n
n = 2147483647_8 + 1`,
  },
  'zero-divide': {
    says: 'A constant expression divides by zero.',
    wrong: 'print *, 1 / 0',
    right: 'print *, 1.0 / 3',
  },
  'not-assumed-rank': {
    says: '`select rank` asks for the rank of a dummy argument that is declared with `(..)`.',
    wrong: `subroutine s(a)
  real :: a(:)
  select rank (a)
  rank (1)
    print *, 1
  end select
end subroutine`,
    right: `subroutine s(a)
  real :: a(..)
  select rank (a)
  rank (1)
    print *, 1
  end select
end subroutine`,
  },
  'assumed-rank-used': {
    says: 'An array of assumed rank has no rank to compute with, outside of `select rank`.',
    wrong: `subroutine s(a)
  real :: a(..)
  print *, a
end subroutine`,
    right: `subroutine s(a)
  real :: a(..)
  select rank (a)
  rank (1)
    print *, a
  end select
end subroutine`,
  },
  'logical-equality': {
    says: 'Numbers are compared with `==`, logicals with `.eqv.` and `.neqv.`. Some compilers allow both.',
    wrong: `logical :: a = .true., b = .false.
print *, a == b`,
    right: `logical :: a = .true., b = .false.
print *, a .eqv. b`,
  },
  'operator-types': {
    says: 'The operator has no meaning for values of these types.',
    wrong: `print *, 1 + 'one'`,
    right: 'print *, 1 + 1',
  },
  'unknown-operator': {
    says: 'A `.name.` is an operator only where an interface defines it for these types.',
    wrong: 'print *, 1 .plus. 2',
    right: 'print *, 1 + 2',
  },
  'empty-constructor': {
    says: 'An array constructor without elements says of which type it is.',
    wrong: `integer, allocatable :: a(:)
a = []`,
    right: `integer, allocatable :: a(:)
a = [integer ::]`,
  },
  'subscript-count': {
    says: 'An element has one subscript for each dimension.',
    wrong: `real :: a(3, 3)
a(1) = 0`,
    right: `real :: a(3, 3)
a(1, 1) = 0`,
  },
  'out-of-bounds': {
    says: 'A constant subscript is outside of the array. `-Mbounds` asks for all others while the program runs.',
    wrong: `real :: a(3)
a(4) = 0`,
    right: `real :: a(3)
a(3) = 0`,
  },
  'two-array-parts': {
    says: 'Only one part of `a%b%c` may be an array.',
    wrong: `type point
  real :: x(2)
end type
type(point) :: p(3)
print *, p%x(:)`,
    right: `type point
  real :: x(2)
end type
type(point) :: p(3)
print *, p%x(1)`,
  },
  'keyword-in-subscript': {
    says: 'Subscripts have no names.',
    wrong: `real :: a(3)
a(i=1) = 0`,
    right: `real :: a(3)
a(1) = 0`,
  },
  'bad-subscript': {
    says: 'A subscript is an integer, a range or an array of integers.',
    wrong: `real :: a(3)
a(*) = 0`,
    right: `real :: a(3)
a(:) = 0`,
  },
  'zero-step': {
    says: 'A step of zero never gets anywhere.',
    wrong: `real :: a(9)
a(1:9:0) = 0`,
    right: `real :: a(9)
a(1:9:2) = 0`,
  },
  'step-in-substring': {
    says: 'A substring is made of characters that follow each other.',
    wrong: `character(9) :: text
text(1:9:2) = 'a'`,
    right: `character(9) :: text
text(1:9) = 'a'`,
  },
  'not-an-array': {
    says: 'Subscripts stand behind an array; this is a scalar.',
    wrong: `real :: x
real, parameter :: y = 1
x = y(1)`,
    right: `real :: x
real, parameter :: y(1) = [1.0]
x = y(1)`,
  },
  'bad-argument': {
    says: 'A range with `:` is a subscript, no argument.',
    wrong: 'print *, abs(1:2)',
    right: 'print *, abs([1, 2])',
  },
  'constructor-lengths': {
    says: 'The elements of an array constructor are equally long, or a type in front says how long all of them are.',
    wrong: `program p
  character(6) :: names(2)
  names = ['abc', 'foobar']
end program`,
    right: `program p
  character(6) :: names(2)
  names = [character(6) :: 'abc', 'foobar']
end program`,
  },
  'read-before-set': {
    says: 'A variable has no value before something gives it one; what lies in memory by chance is taken instead. A sum begins with 0.',
    wrong: `real :: a(3), total
integer :: i
a = 1
do i = 1, 3
  total = total + a(i)
end do
print *, total`,
    right: `real :: a(3), total
integer :: i
a = 1
total = 0
do i = 1, 3
  total = total + a(i)
end do
print *, total`,
  },
};
