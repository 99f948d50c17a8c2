/** Pages on messages about the form of a source. */
import type { Pages } from './page.ts';

export const syntaxPages: Pages = {
  'bad-label': {
    says: 'Labels are numbers from 1 to 99999.',
    wrong: '0 continue',
    right: '10 continue',
  },
  'stray-statement': {
    says: 'A main program ends at `end program`; what stands after it must be a procedure or module of its own.',
    wrong: `program p
end program p
print *, 1
end`,
    right: `program p
  print *, 1
end program p`,
  },
  'plain-backslash': {
    says: 'A backslash in characters begins an escape, as with nvfortran: `\\n`, `\\t`, `\\v`, `\\b`, `\\r`, `\\f`, octal codes, and otherwise the character after it. Where a character constant would have no end that way, the backslashes of its file are ordinary characters, as the file is one for -Mbackslash, which makes all of them ordinary; -fbackslash takes the escapes of gfortran.',
    wrong: `print *, '\\'`,
    right: `print *, '\\\\'`,
  },
  'unknown-escape': {
    says: 'A backslash in characters begins an escape, as with nvfortran. Before a letter that begins none it vanishes, which paths and patterns hardly ever mean. It is told once for a file.',
    wrong: `print *, 'data\\points'`,
    right: `print *, 'data\\\\points'`,
  },
  'unterminated-string': {
    says: 'A character constant ends in its line, or goes on behind `&`.',
    wrong: `print *, 'hello`,
    right: `print *, 'hello'`,
  },
  'missing-continuation': {
    says: 'The last line of a source ends with `&`, and nothing follows.',
    wrong: `program p
print *, 1, &`,
    right: `program p
print *, 1, &
  2
end program`,
  },
  'include-not-found': {
    says: 'The include file is in none of the folders that are looked in.',
    wrong: `include 'constants.inc'`,
    right: 'integer, parameter :: n = 3',
  },
  'include-too-deep': {
    says: 'Include files include each other without end.',
    wrong: `include 'self.inc'        ! in self.inc itself`,
    right: 'integer, parameter :: n = 3',
    shown: 'text',
  },
  'unexpected-preprocessor-line': {
    says: 'Lines with `#` are for the preprocessor, which works on files with a capital suffix, or with -Mpreprocess.',
    wrong: `program p
#define N 3
end program`,
    right: `program p
#define N 3
end program`,

    rightIn: 'CUF',
  },
  'unterminated-if': {
    says: 'An `#if` lacks its `#endif`.',
    wrong: `program p
#ifdef DEBUG
print *, 1
end program`,
    right: `program p
#ifdef DEBUG
print *, 1
#endif
end program`,
    wrongIn: 'CUF',
    rightIn: 'CUF',
  },
  'directive-without-if': {
    says: 'An `#else` or `#endif` lacks its `#if`.',
    wrong: `program p
#endif
end program`,
    right: `program p
end program`,
    wrongIn: 'CUF',
    rightIn: 'CUF',
  },
  'directive-after-else': {
    says: 'After `#else` comes `#endif`.',
    wrong: `program p
#ifdef A
#else
#else
#endif
end program`,
    right: `program p
#ifdef A
#else
#endif
end program`,
    wrongIn: 'CUF',
    rightIn: 'CUF',
  },
  'error-directive': {
    says: 'The source says that it cannot be compiled like this.',
    wrong: `#error choose a precision with -DSINGLE or -DDOUBLE
program p
end program`,
    right: `program p
end program`,
    wrongIn: 'CUF',
    rightIn: 'CUF',
  },
  'warning-directive': {
    says: 'The source has something to say.',
    wrong: `#warning this version is old
program p
end program`,
    right: `program p
end program`,
    wrongIn: 'CUF',
    rightIn: 'CUF',
  },
  'unknown-directive': {
    says: 'The preprocessor, or `!$cuf`, has no such directive.',
    wrong: `#pragmatic on
program p
end program`,
    right: `#define ON 1
program p
end program`,
    wrongIn: 'CUF',
    rightIn: 'CUF',
  },
  'bad-condition': {
    says: 'The condition of an `#if` is an expression of integers and `defined(NAME)`.',
    wrong: `program p
#if 1 +
#endif
end program`,
    right: `program p
#if 1 + 1 > 1
#endif
end program`,
    wrongIn: 'CUF',
    rightIn: 'CUF',
  },
  'bad-define': {
    says: '`#define` is followed by a name.',
    wrong: `#define 3 4
program p
end program`,
    right: `#define N 4
program p
end program`,
    wrongIn: 'CUF',
    rightIn: 'CUF',
  },
  'bad-include': {
    says: '`include` is followed by a file name in quotes.',
    wrong: `#include constants
program p
end program`,
    right: `program p
end program`,
    wrongIn: 'CUF',
    rightIn: 'CUF',
  },
  'macro-too-long': {
    says: 'Macros that use each other grow without bounds.',
    wrong: `#define A B B B B B B B B
#define B C C C C C C C C        ! and so on, many times`,
    right: 'integer, parameter :: n = 8',
    shown: 'text',
  },
  syntax: {
    says: 'The statement is not formed as Fortran wants it; the message says what was expected where.',
    wrong: `integer :: n
n = 3 +`,
    right: `integer :: n
n = 3 + 1`,
  },
  'unexpected-character': {
    says: 'The character means nothing in Fortran outside of quotes and comments.',
    wrong: `integer :: n
$n = 3`,
    right: `integer :: n
n = 3`,
  },
  'unbalanced-parentheses': {
    says: 'Each bracket has its partner.',
    wrong: 'print *, (1 + 2',
    right: 'print *, (1 + 2)',
  },
  'nested-too-deep': {
    says: 'Expressions or constructs stand in each other more deeply than the compiler follows.',
    wrong: 'x = ((((((((((((( … )))))))))))))     ! thousands deep',
    right: 'x = 1',
    shown: 'text',
  },
  'too-many-errors': {
    says: 'After a hundred syntax errors the rest is not shown: most of them follow from the first.',
    wrong: '(a file that is no Fortran)',
    right: 'print *, 1',
    shown: 'text',
  },
  'unknown-statement': {
    says: 'No statement begins like this.',
    wrong: 'frobnicate 3',
    right: 'print *, 3',
  },
  'misspelt-keyword': {
    says: `A word is almost a statement's.`,
    wrong: 'intger :: n',
    right: 'integer :: n',
  },
  'compound-assignment': {
    says: 'Fortran names the variable again.',
    wrong: `integer :: n = 1
n += 2`,
    right: `integer :: n = 1
n = n + 2`,
  },
  'missing-call': {
    says: 'A subroutine is invoked with `call`.',
    wrong: `show(3)
contains
  subroutine show(n)
    integer :: n
  end subroutine`,
    right: `call show(3)
contains
  subroutine show(n)
    integer :: n
  end subroutine`,
  },
  'comparison-as-statement': {
    says: '`==` compares, `=` assigns.',
    wrong: `integer :: n
n == 3`,
    right: `integer :: n
n = 3`,
  },
  'assignment-in-condition': {
    says: '`=` assigns, `==` compares.',
    wrong: `integer :: n = 3
if (n = 3) print *, n`,
    right: `integer :: n = 3
if (n == 3) print *, n`,
  },
  'missing-then': {
    says: 'An `if` with a block says `then`.',
    wrong: `integer :: n = 3
if (n == 3)
  print *, n
end if`,
    right: `integer :: n = 3
if (n == 3) then
  print *, n
end if`,
  },
  'not-an-action': {
    says: 'After `if (…)` on one line stands one action.',
    wrong: 'if (.true.) integer :: n',
    right: 'if (.true.) print *, 1',
  },
  'label-without-statement': {
    says: 'A label marks a statement.',
    wrong: '10',
    right: '10 continue',
  },
  'format-needs-label': {
    says: 'A `format` is found by its label.',
    wrong: 'format (i5)',
    right: '10 format (i5)',
  },
  'unknown-attribute': {
    says: 'There is no such attribute.',
    wrong: 'real, devcie :: a(10)',
    right: 'real, device :: a(10)',
  },
  'needs-cuda-fortran': {
    says: 'The source uses CUDA Fortran, which is on for `.cuf` files and with `-cuda`.',
    wrong: `program p
  real, device :: a(10)
end program`,
    right: `program p
  real, device :: a(10)
end program`,
    wrongIn: 'f90',
  },
  'bad-digits': {
    says: 'A digit does not belong to the base.',
    wrong: `integer :: n
n = b'102'`,
    right: `integer :: n
n = int(b'101')`,
  },
  'missing-end': {
    says: 'A construct or program unit lacks its `end`.',
    wrong: `if (.true.) then
  print *, 1`,
    right: `if (.true.) then
  print *, 1
end if`,
  },
  'stray-end': {
    says: 'An `end` ends nothing.',
    wrong: `print *, 1
end if`,
    right: 'print *, 1',
  },
  'stray-branch': {
    says: '`else`, `case` and their kin stand in their construct.',
    wrong: `print *, 1
else
print *, 2`,
    right: `if (.true.) then
  print *, 1
else
  print *, 2
end if`,
  },
  'wrong-end': {
    says: 'A construct or unit is ended by its own `end`.',
    wrong: `subroutine s()
end function`,
    right: `subroutine s()
end subroutine`,
  },
  'wrong-end-name': {
    says: 'The name after `end` is the one that the construct or unit begins with.',
    wrong: `program first
end program second`,
    right: `program first
end program first`,
  },
  'missing-contains': {
    says: 'Procedures of a module or program stand after `contains`.',
    wrong: `module m
  integer :: n
  subroutine s()
  end subroutine
end module`,
    right: `module m
  integer :: n
contains
  subroutine s()
  end subroutine
end module`,
  },
  'misplaced-declaration': {
    says: 'Declarations stand before the first executable statement, or in a `block`.',
    wrong: `print *, 1
integer :: n`,
    right: `integer :: n
print *, 1`,
  },
  'misplaced-statement': {
    says: 'The statement has no place here: a module, for one, executes nothing itself.',
    wrong: `module m
  print *, 1
end module`,
    right: `module m
contains
  subroutine s()
    print *, 1
  end subroutine
end module`,
  },
  'nested-contains': {
    says: 'Procedures stand inside a module, a program or a procedure; those inside a procedure contain no others.',
    wrong: `module m
contains
  subroutine outer()
  contains
    subroutine inner()
    contains
      subroutine innermost()
      end subroutine
    end subroutine
  end subroutine
end module`,
    right: `module m
contains
  subroutine outer()
  contains
    subroutine inner()
    end subroutine
    subroutine innermost()
    end subroutine
  end subroutine
end module`,
  },
};
