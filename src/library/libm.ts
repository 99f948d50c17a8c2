/** What is one operation each of the module libm, which is written in Fortran (library/fortran/math/libm.cuf): functions of C's math library, for host and device code. */
import { f32, f64, i32, op, select } from '../ir/build.ts';
import type { Expression } from '../ir/module.ts';
import type { OperationName } from '../ir/operations.ts';
import type { LibraryModule, Routine, RowType } from './library-module.ts';

const r4: RowType = { base: 'real', kind: 4 };
const r8: RowType = { base: 'real', kind: 8 };
const i4: RowType = { base: 'integer', kind: 4 };
type Keep = (x: Expression) => Expression;
type Of = (keep: Keep, ...args: Expression[]) => Expression;

const number = (like: Expression, n: number) => (like.type === 'f64' ? f64(n) : f32(n));

const operation =
  (name: OperationName): Of =>
  (_, ...args) =>
    op(name, args);

/** `name` for real(4) and real(8), `namef` for real(4). */
function both(name: string, doc: string, names: string, of: Of, gives: 'same' | RowType = 'same'): [string, Routine][] {
  const takes = (type: RowType) => Object.fromEntries(names.split(' ').map((n) => [n, { how: 'in', type } as const]));
  const common = { doc, where: 'both', lower: (args: readonly Expression[], keep: Keep) => of(keep, ...args) } as const;
  const result = (type: RowType) => (gives === 'same' ? type : gives);
  return [
    [name, { ...common, takes: takes(r8), also: [takes(r4)], gives: result(r8), givesEach: [result(r8), result(r4)] }],
    [`${name}f`, { ...common, takes: takes(r4), gives: result(r4) }],
  ];
}

const one = (doc: string, name: string, of: OperationName) => both(name, doc, 'x', operation(of));

/** Halves away from zero. */
const round = (keep: Keep, x: Expression): Expression => {
  const whole = keep(op('trunc', [x]));
  const rest = op('abs', [op('sub', [x, whole])]);
  const away = op('add', [whole, op('copysign', [number(x, 1), x])]);
  return select(op('ge', [rest, number(x, 0.5)]), away, whole);
};

const truth = (condition: Expression) => select(condition, i32(1), i32(0));
const infinity = Number.POSITIVE_INFINITY;

export const libm: LibraryModule = {
  name: 'cufort_libm',
  doc: 'Functions of the C math library.',
  types: {},
  constants: {},
  routines: Object.fromEntries([
    ...one('Cube root.', 'cbrt', 'cbrt'),
    ...one('Least whole number not below.', 'ceil', 'ceil'),
    ...one('Absolute value.', 'fabs', 'abs'),
    ...one('Whole part.', 'trunc', 'trunc'),
    ...one('Nearest whole number, ties to even.', 'rint', 'nearest'),
    ...one('Nearest whole number, ties to even.', 'nearbyint', 'nearest'),
    ...one('Power of two.', 'exp2', 'exp2'),
    ...one('Power of ten.', 'exp10', 'exp10'),
    ...one('exp(x) - 1.', 'expm1', 'expm1'),
    ...one('log(1 + x).', 'log1p', 'log1p'),
    ...one('Logarithm to base 2.', 'log2', 'log2'),
    ...one('Logarithm of the absolute value of the gamma function.', 'lgamma', 'lgamma'),
    ...one('Gamma function.', 'tgamma', 'gamma'),
    ...one('Bessel function J0.', 'j0', 'j0'),
    ...one('Bessel function J1.', 'j1', 'j1'),
    ...one('Bessel function Y0.', 'y0', 'y0'),
    ...one('Bessel function Y1.', 'y1', 'y1'),
    ...one('Reciprocal square root.', 'rsqrt', 'rsqrt'),
    ...both('round', 'Nearest whole number, halves away from zero.', 'x', round),
    ...both('copysign', 'The size of `x` with the sign of `y`.', 'x y', operation('copysign')),
    ...both('fdim', '`x` - `y`, or 0 where that is negative.', 'x y', (_, x, y) =>
      select(op('gt', [x, y]), op('sub', [x, y]), number(x, 0)),
    ),
    ...both('fmax', 'The greater; a number before NaN.', 'x y', operation('max')),
    ...both('fmin', 'The lesser; a number before NaN.', 'x y', operation('min')),
    ...both('fmod', 'Remainder with the sign of `x`.', 'x y', operation('fmod')),
    ...both('pow', 'Power.', 'x y', operation('pow')),
    ...both('fma', '`x`*`y` + `z` rounded once.', 'x y z', operation('fma')),
    ...both('rhypot', 'Reciprocal of the length of a vector.', 'x y', (_, x, y) =>
      op('div', [number(x, 1), op('hypot', [x, y])]),
    ),
    ...both('norm3d', 'Length of a vector.', 'x y z', (_, x, y, z) => op('hypot', [op('hypot', [x, y]), z])),
    ...both('normcdf', 'Distribution function of the normal distribution.', 'x', (_, x) =>
      op('mul', [number(x, 0.5), op('erfc', [op('mul', [x, number(x, -Math.SQRT1_2)])])]),
    ),
    ...both('isnan', '1 where `x` is NaN.', 'x', (_, x) => truth(op('ne', [x, x])), i4),
    ...both(
      'isinf',
      '1 where `x` is infinite.',
      'x',
      (_, x) => truth(op('eq', [op('abs', [x]), number(x, infinity)])),
      i4,
    ),
    ...both(
      'isfinite',
      '1 where `x` is finite.',
      'x',
      (_, x) => truth(op('lt', [op('abs', [x]), number(x, infinity)])),
      i4,
    ),
    ...both('lrint', 'Nearest integer, ties to even.', 'x', (_, x) => op('to.i64', [op('nearest', [x])]), {
      base: 'integer',
      kind: 8,
    }),
    ...both('llrint', 'Nearest integer, ties to even.', 'x', (_, x) => op('to.i64', [op('nearest', [x])]), {
      base: 'integer',
      kind: 8,
    }),
    ...both('lround', 'Nearest integer, halves away from zero.', 'x', (keep, x) => op('to.i64', [round(keep, x)]), {
      base: 'integer',
      kind: 8,
    }),
    ...both('llround', 'Nearest integer, halves away from zero.', 'x', (keep, x) => op('to.i64', [round(keep, x)]), {
      base: 'integer',
      kind: 8,
    }),
  ]),
};
