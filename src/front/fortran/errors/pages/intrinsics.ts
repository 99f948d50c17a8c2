/** Pages on messages about intrinsic procedures. */
import type { Pages } from './page.ts';

export const intrinsicsPages: Pages = {
  'intrinsic-argument-count': {
    says: 'The intrinsic takes fewer arguments.',
    wrong: 'print *, sqrt(1.0, 2.0)',
    right: 'print *, sqrt(1.0)',
  },
  'intrinsic-argument-missing': {
    says: 'An argument that the intrinsic needs is not given.',
    wrong: 'print *, mod(5)',
    right: 'print *, mod(5, 3)',
  },
  'intrinsic-keyword': {
    says: 'The intrinsic has no argument of this name.',
    wrong: 'print *, sqrt(y=2.0)',
    right: 'print *, sqrt(x=2.0)',
  },
  'intrinsic-argument-twice': {
    says: 'An argument of the intrinsic is given twice.',
    wrong: 'print *, mod(5, 3, a=5)',
    right: 'print *, mod(5, 3)',
  },
  'intrinsic-argument-type': {
    says: 'The intrinsic takes values of another type.',
    wrong: 'print *, sqrt(2)',
    right: 'print *, sqrt(2.0)',
  },
  'intrinsic-argument-rank': {
    says: 'The intrinsic takes an array where a scalar is given, or the other way round.',
    wrong: 'print *, sum(1.0)',
    right: 'print *, sum([1.0])',
  },
  'intrinsic-shapes': {
    says: 'Array arguments of an elemental intrinsic have the same shape.',
    wrong: 'print *, max([1, 2], [1, 2, 3])',
    right: 'print *, max([1, 2], [1, 3])',
  },
  'intrinsic-types-differ': {
    says: 'These arguments have the same type and kind.',
    wrong: 'print *, max(1, 2.0)',
    right: 'print *, max(1.0, 2.0)',
  },
  'intrinsic-constant': {
    says: 'This argument is known when the program is compiled.',
    wrong: `integer :: k
print *, real(1, kind=k)`,
    right: `integer, parameter :: k = 8
print *, real(1, kind=k)`,
  },
  'intrinsic-kind': {
    says: 'There is no such kind of the type that is asked for.',
    wrong: 'print *, real(1, kind=3)',
    right: 'print *, real(1, kind=8)',
  },
  'intrinsic-variable': {
    says: 'The intrinsic sets this argument: it is a variable.',
    wrong: 'call random_number(1.0)',
    right: `real :: x
call random_number(x)`,
  },
  'intrinsic-not-function': {
    says: 'The intrinsic is a subroutine.',
    wrong: 'print *, random_number(1.0)',
    right: `real :: x
call random_number(x)`,
  },
  'intrinsic-not-subroutine': {
    says: 'The intrinsic is a function.',
    wrong: 'call size(a)            ! where an interface names it',
    right: `real :: a(3)
print *, size(a)`,
    shown: 'text',
  },
  'intrinsic-rank-unknown': {
    says: 'The rank of the result is known when the program is compiled: the shape has a constant number of elements.',
    wrong: `subroutine s(shape)
  integer :: shape(:)
  print *, reshape([1, 2, 3, 4], shape)
end subroutine`,
    right: `subroutine s(shape)
  integer :: shape(2)
  print *, reshape([1, 2, 3, 4], shape)
end subroutine`,
  },
  'intrinsic-dimension': {
    says: 'The dimension that an intrinsic function works along is one of its array: 1 to its rank.',
    wrong: `real :: x(3)
x = 1
print *, sum(x, dim=2)`,
    right: `real :: x(3)
x = 1
print *, sum(x, dim=1)`,
  },
  'intrinsic-value': {
    says: 'A value that is known when the program is compiled lies outside of what the intrinsic can take: bits of an integer(4) are numbered from 0 to 31, shifts have at most as many bits as the integer, characters have codes from 0 to 255.',
    wrong: `integer :: i
i = 0
print *, ibset(i, 32)`,
    right: `integer(8) :: i
i = 0
print *, ibset(i, 32)`,
  },
  'intrinsic-argument': {
    says: 'An argument of an intrinsic procedure has the right type and rank, but the procedure has no answer for it, or none for it together with another one.',
    wrong: `print *, merge('no', 'yes', .true.)`,
    right: `print *, merge('no ', 'yes', .true.)`,
  },
};
