/** Older names that stand for one type of an intrinsic: `dabs` is abs of a real(8). Arguments are converted to its kind; the result has the type of `gives`. */
import type { ScalarType } from './row.ts';

export type SpecificName = {
  /** The intrinsic's row. */
  readonly of: string;
  /** Type of all arguments that are not for kinds. */
  readonly takes: ScalarType;
  /** Where the result is converted to another type (amax0: real of integers). */
  readonly gives?: ScalarType;
  /** Its kinds do not change with options for default types. */
  readonly exact?: boolean;
};

const i4 = { base: 'integer', kind: 4 } as const;
const i2 = { base: 'integer', kind: 2 } as const;
const i8 = { base: 'integer', kind: 8 } as const;
const r4 = { base: 'real', kind: 4 } as const;
const r8 = { base: 'real', kind: 8 } as const;
const c4 = { base: 'complex', kind: 4 } as const;
const c8 = { base: 'complex', kind: 8 } as const;

const names = (takes: ScalarType, list: Readonly<Record<string, string>>, gives?: ScalarType) =>
  Object.entries(list).map(([name, of]): [string, SpecificName] => [name, { of, takes, ...(gives && { gives }) }]);

const dMath = 'sqrt exp log log10 sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh erf erfc gamma';
const degreeMath = 'sind cosd tand asind acosd atand atan2d cotan';
const prefixed = (prefix: string, list: string) => Object.fromEntries(list.split(' ').map((n) => [`${prefix}${n}`, n]));

const bessel = (prefix: string) =>
  Object.fromEntries(['j0', 'j1', 'jn', 'y0', 'y1', 'yn'].map((f) => [`${prefix}${f}`, `bessel_${f}`]));

/** DEC's names: a letter says the kind of the integers (i: 2, j: 4, k: 8). */
function ofIntegers(letter: 'i' | 'j' | 'k', type: ScalarType): (readonly [string, SpecificName])[] {
  const list = Object.fromEntries(
    'abs dim sign and or eor shft shftc bset bclr bits'.split(' ').map((n) => {
      const of = /^(?:abs|dim|sign)$/.test(n) ? n : `i${n}`;
      return [`${letter}i${n}`, of];
    }),
  );
  return [
    ...names(type, list),
    ...names(type, {
      [`${letter}not`]: 'not',
      [`${letter}mod`]: 'mod',
      [`${letter}max0`]: 'max',
      [`${letter}min0`]: 'min',
    }),
    ...names(type, { [`b${letter}test`]: 'btest' }, { base: 'logical', kind: type.kind }),
    ...names(type, { [`float${letter}`]: 'real', [`a${letter}max0`]: 'max', [`a${letter}min0`]: 'min' }, r4),
    ...names(type, { [`dflot${letter}`]: 'dble' }, r8),
    ...names(r4, { [`${letter}int`]: 'int', [`${letter}nint`]: 'nint', [`${letter}ifix`]: 'int' }, type),
    ...names(r4, { [`${letter}max1`]: 'max', [`${letter}min1`]: 'min' }, type),
    ...names(r8, { [`${letter}idint`]: 'int', [`${letter}idnnt`]: 'nint' }, type),
  ].map(([name, row]) => [name, { ...row, exact: true }]);
}

/** `kind` other than default: the rows of `dnint` and the like give real(8) and so on by their argument. */
export const specificNames: ReadonlyMap<string, SpecificName> = new Map([
  ...names(r8, prefixed('d', `abs mod sign dim ${dMath} ${degreeMath}`)),
  ...names(r8, { dint: 'aint', dnint: 'anint', dmax1: 'max', dmin1: 'min', dlgama: 'log_gamma', dgamma: 'gamma' }),
  ...names(r8, bessel('dbes')),
  ...names(r8, { idnint: 'nint', idint: 'int' }, i4),
  ...names(r4, {
    alog: 'log',
    alog10: 'log10',
    amod: 'mod',
    amax1: 'max',
    amin1: 'min',
    algama: 'log_gamma',
  }),
  ...names(r4, bessel('bes')),
  ...names(r4, { max1: 'max', min1: 'min' }, i4),
  ...names(i4, { iabs: 'abs', isign: 'sign', idim: 'dim', max0: 'max', min0: 'min' }),
  ...names(i4, { amax0: 'max', amin0: 'min' }, r4),
  ...ofIntegers('i', i2),
  ...ofIntegers('j', i4),
  ...ofIntegers('k', i8),
  ...names(i2, { iimod: 'mod' }),
  ...names(c4, prefixed('c', 'abs sqrt exp log sin cos')),
  ...names(c8, { ...prefixed('cd', 'abs sqrt exp log sin cos'), ...prefixed('z', 'abs sqrt exp log sin cos') }),
  ...names(c8, { dconjg: 'conjg', dimag: 'aimag' }),
]);
