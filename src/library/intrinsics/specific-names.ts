/** Older names that stand for one type of an intrinsic: `dabs` is abs of a real(8). Arguments are converted to its kind; the result has the type of `gives`. */
import type { ScalarType } from './row.ts';

export type SpecificName = {
  /** The intrinsic's row. */
  readonly of: string;
  /** Type of all arguments that are not for kinds. */
  readonly takes: ScalarType;
  /** Where the result is converted to another type (amax0: real of integers). */
  readonly gives?: ScalarType;
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

/** `kind` other than default: the rows of `dnint` and the like give real(8) and so on by their argument. */
export const specificNames: ReadonlyMap<string, SpecificName> = new Map([
  ...names(r8, prefixed('d', `abs mod sign dim ${dMath} ${degreeMath}`)),
  ...names(r8, { dint: 'aint', dnint: 'anint', dmax1: 'max', dmin1: 'min', dlgama: 'log_gamma', dgamma: 'gamma' }),
  ...names(r8, { dbesj0: 'bessel_j0', dbesj1: 'bessel_j1', dbesy0: 'bessel_y0', dbesy1: 'bessel_y1' }),
  ...names(r8, { idnint: 'nint', idint: 'int' }, i4),
  ...names(r4, {
    alog: 'log',
    alog10: 'log10',
    amod: 'mod',
    amax1: 'max',
    amin1: 'min',
    algama: 'log_gamma',
    lgamma: 'log_gamma',
  }),
  ...names(r4, { besj0: 'bessel_j0', besj1: 'bessel_j1', besy0: 'bessel_y0', besy1: 'bessel_y1' }),
  ...names(r4, { max1: 'max', min1: 'min' }, i4),
  ...names(i4, { iabs: 'abs', isign: 'sign', idim: 'dim', max0: 'max', min0: 'min' }),
  ...names(i4, { amax0: 'max', amin0: 'min' }, r4),
  ...names(i2, { iiabs: 'abs', iisign: 'sign', iimod: 'mod' }),
  ...names(i4, { jiabs: 'abs', jisign: 'sign', jmod: 'mod' }),
  ...names(i8, { kiabs: 'abs', kisign: 'sign', kmod: 'mod' }),
  ...names(c4, prefixed('c', 'abs sqrt exp log sin cos')),
  ...names(c8, { ...prefixed('cd', 'abs sqrt exp log sin cos'), ...prefixed('z', 'abs sqrt exp log sin cos') }),
  ...names(c8, { dconjg: 'conjg', dimag: 'aimag' }),
]);
