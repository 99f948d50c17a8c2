/** Arithmetic: abs, mod, sign, max, rounding and conversion between numeric types. */
import { bool, f32, f64, op, select } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import type { OperationName } from '../../ir/operations.ts';
import { complexAbs } from './complex.ts';
import {
  constant,
  fit,
  from,
  given,
  integerTo,
  isNegative,
  isZero,
  negative,
  only,
  realToInteger,
  rounded,
  toReal,
} from './lowering.ts';
import {
  complex,
  defaultLogical,
  integer,
  integerOfKind,
  integerOrReal,
  is,
  kindArgument,
  type Lower,
  type Lowering,
  like,
  logical,
  numeric,
  ofKind,
  optional,
  ordered,
  type Param,
  type Row,
  real,
  realOf,
  type ScalarValue,
  sameAs,
} from './row.ts';

const elemental = { class: 'elemental', device: true } as const;

const realNumbers = [[0.5], [-0.5], [1.5], [-1.5], [2.5], [-2.5], [0.49999997], [1e6], [-3.7], [3.2], [0.0]] as const;
const integerPairs = [
  [7n, 3n],
  [-7n, 3n],
  [7n, -3n],
  [-7n, -3n],
  [6n, 3n],
  [-6n, 3n],
  [0n, 5n],
] as const;
const realPairs = [
  [7.5, 2.0],
  [-7.5, 2.0],
  [7.5, -2.0],
  [-7.5, -2.0],
  [6.0, 3.0],
  [-6.0, 3.0],
  [5.25, 0.1],
  [1e10, 3.0],
] as const;

const integerOrRealOrBoz: Param = { of: ['integer', 'real', 'complex', 'boz'], rank: 'elemental' };

/** The real part, or the number itself. */
const realPart = (value: ScalarValue): Expression => value.parts[0] ?? only(value);

const convertedToInteger: Lower = (args, to) => {
  const value = given(args, 0);
  const x = realPart(value);
  return [value.type.base === 'integer' ? integerTo(to.gives.kind, x) : realToInteger(to.gives.kind, x)];
};

const convertedToReal: Lower = (args, to) => [toReal(to.gives.kind, realPart(given(args, 0)))];

/** Rounding by `name`, as a real of the kind of the result. */
const roundedReal =
  (round: (to: Lowering, x: Expression) => Expression): Lower =>
  (args, to) => [toReal(to.gives.kind, round(to, only(given(args, 0))))];

const roundedInteger =
  (round: (to: Lowering, x: Expression) => Expression): Lower =>
  (args, to) => [realToInteger(to.gives.kind, round(to, only(given(args, 0))))];

const by =
  (name: OperationName) =>
  (_: Lowering, x: Expression): Expression =>
    op(name, [x]);

const isReal = (x: Expression) => x.type === 'f32' || x.type === 'f64';

/** From left to right, as many as there are. */
const folded = (name: OperationName): Lower => {
  return (args) => {
    const values = args.filter((a) => a !== undefined).map(only);
    return [values.slice(1).reduce((all, x) => op(name, [all, x]), values[0] ?? only(given(args, 0)))];
  };
};

/** Of a real after it was cut towards zero, or rounded where `round` says so. */
const outOfRange: Lower = (args, to) => {
  const [x, mold] = [given(args, 0), given(args, 1)];
  if (x.type.base === 'integer') return [mold.type.base === 'integer' ? tooLarge(to, x, mold.type.kind) : bool(false)];
  if (mold.type.base !== 'integer') return [overflows(to, only(x), mold.type.kind)];
  const value = to.keep(toReal(8, only(x)));
  const round = args[2];
  const whole = to.keep(round ? select(only(round), rounded(to, value), op('trunc', [value])) : op('trunc', [value]));
  const limit = 2 ** (8 * mold.type.kind - 1);
  return [op('not', [op('and', [op('ge', [whole, f64(-limit)]), op('lt', [whole, f64(limit)])])])];
};

function tooLarge(to: Lowering, x: ScalarValue, kind: number): Expression {
  if (kind >= x.type.kind) return bool(false);
  const value = to.keep(only(x));
  const limit = 2n ** BigInt(8 * kind - 1);
  return op('or', [op('lt', [value, constant(value, -limit)]), op('gt', [value, constant(value, limit - 1n)])]);
}

/** A finite real(8) that is infinite as a real(4). */
function overflows(to: Lowering, x: Expression, kind: number): Expression {
  if (kind === 8 || x.type === 'f32') return bool(false);
  const value = to.keep(x);
  const finite = op('eq', [op('sub', [value, value]), f64(0)]);
  const infinite = op('eq', [op('abs', [toReal(4, value)]), f32(Number.POSITIVE_INFINITY)]);
  return op('and', [finite, infinite]);
}

const absolute: Lower = (args, to) => {
  const value = given(args, 0);
  if (value.type.base === 'complex') return [complexAbs(to, value)];
  const x = only(value);
  if (isReal(x)) return [op('abs', [x])];
  const kept = to.keep(x);
  return [fit(to.gives.kind, op('max', [kept, negative(kept)]))];
};

const remainder = from((_, a, p) => (isReal(a) ? op('fmod', [a, p]) : op('rem', [a, p])));

const modulo = from((to, a, divisor) => {
  const p = to.keep(divisor);
  const zero = constant(p, 0);
  if (!isReal(a)) {
    const r = to.keep(op('rem', [a, p]));
    const wrong = op('and', [op('ne', [r, zero]), isNegative(op('xor', [r, p]))]);
    return select(wrong, op('add', [r, p]), r);
  }
  const r = to.keep(op('fmod', [a, p]));
  const wrong = op('ne', [isNegative(r), isNegative(p)]);
  return select(isZero(r), op('copysign', [zero, p]), select(wrong, op('add', [r, p]), r));
});

const sign = from((to, a, b) => {
  if (isReal(a)) return op('copysign', [a, b]);
  const x = to.keep(a);
  const size = to.keep(op('max', [x, negative(x)]));
  return fit(to.gives.kind, select(isNegative(b), negative(size), size));
});

const difference = from((to, a, b) => {
  const [x, y] = [to.keep(a), to.keep(b)];
  return fit(to.gives.kind, select(op('gt', [x, y]), op('sub', [x, y]), constant(x, 0)));
});

const complexFrom: Lower = (args, to) => {
  const x = given(args, 0);
  const y = args[1];
  const part = (value: Expression) => toReal(to.gives.kind, value);
  if (x.type.base === 'complex') return x.parts.map(part);
  const re = part(only(x));
  return [re, y ? part(only(y)) : constant(re, 0)];
};

const imaginaryPart = {
  doc: 'Imaginary part of `z`.',
  ...elemental,
  takes: { z: complex },
  gives: realOf('z'),
  lower: (args) => given(args, 0).parts.slice(1),
  tries: [[[3, 4]], [[-1.5, -0.25]]],
} satisfies Row;

export const numericIntrinsics = {
  abs: {
    doc: 'Absolute value of `a`; of a complex number its distance from zero.',
    ...elemental,
    takes: { a: numeric },
    gives: realOf('a'),
    lower: absolute,
    tries: [[-3n], [3n], [0n], [-2.5], [-0.0], [[3, 4]], [[-1.5, 0.25]], [[0, 0]], [[1e30, 1e30]]],
    ulp: 1,
  },
  aimag: imaginaryPart,
  realpart: {
    ...imaginaryPart,
    doc: 'Real part of `z`.',
    extension: true,
    lower: (args) => given(args, 0).parts.slice(0, 1),
  },
  imag: { ...imaginaryPart, extension: true },
  imagpart: { ...imaginaryPart, extension: true },
  aint: {
    doc: '`a` cut towards zero, as a real.',
    ...elemental,
    takes: { a: real, kind: kindArgument },
    gives: { rule: 'kind', base: 'real', from: 'kind', otherwise: 'a' },
    lower: roundedReal(by('trunc')),
    tries: realNumbers,
  },
  anint: {
    doc: 'Nearest whole number, halves away from zero, as a real.',
    ...elemental,
    takes: { a: real, kind: kindArgument },
    gives: { rule: 'kind', base: 'real', from: 'kind', otherwise: 'a' },
    lower: roundedReal(rounded),
    tries: realNumbers,
  },
  ceiling: {
    doc: 'Least integer not below `a`.',
    ...elemental,
    takes: { a: real, kind: kindArgument },
    gives: integerOfKind,
    lower: roundedInteger(by('ceil')),
    tries: realNumbers,
  },
  floor: {
    doc: 'Greatest integer not above `a`.',
    ...elemental,
    takes: { a: real, kind: kindArgument },
    gives: integerOfKind,
    lower: roundedInteger(by('floor')),
    tries: realNumbers,
  },
  nint: {
    doc: 'Nearest integer, halves away from zero.',
    ...elemental,
    takes: { a: real, kind: kindArgument },
    gives: integerOfKind,
    lower: roundedInteger(rounded),
    tries: realNumbers,
  },
  int: {
    doc: '`a` as an integer, cut towards zero.',
    ...elemental,
    takes: { a: integerOrRealOrBoz, kind: kindArgument },
    gives: integerOfKind,
    lower: convertedToInteger,
    tries: [...realNumbers, [5n], [[3.75, 2]]],
  },
  real: {
    doc: '`a` as a real; the real part of a complex number (of its kind where `kind` is not given).',
    ...elemental,
    takes: { a: integerOrRealOrBoz, kind: kindArgument },
    gives: { rule: 'kind', base: 'real', from: 'kind', otherwise: 4, complexKept: true },
    lower: convertedToReal,
    tries: [[3n], [16777217n], [2.5], [[3.75, 2]]],
  },
  dble: {
    doc: '`a` as a real(8).',
    ...elemental,
    takes: { a: integerOrRealOrBoz },
    gives: is('real', 8),
    lower: convertedToReal,
    tries: [[3n], [2.5], [[3.75, 2]]],
  },
  cmplx: {
    doc: 'A complex number of `x` and `y`.',
    ...elemental,
    takes: {
      x: integerOrRealOrBoz,
      y: optional({ of: ['integer', 'real', 'boz'], rank: 'elemental' }),
      kind: kindArgument,
    },
    gives: { rule: 'kind', base: 'complex', from: 'kind', otherwise: 4 },
    lower: complexFrom,
    tries: [[1.5, 2.5], [3n], [[2, 3]]],
  },
  complex: {
    doc: 'A complex number of `x` and `y`, of the kind of `x`.',
    ...elemental,
    extension: true,
    takes: { x: integerOrReal, y: like(integerOrReal, 'x') },
    gives: { rule: 'kind', base: 'complex', from: 'kind', otherwise: 'x' },
    lower: complexFrom,
    tries: [[1.5, 2.5]],
  },
  dcmplx: {
    doc: 'A complex(8) of `x` and `y`.',
    ...elemental,
    extension: true,
    takes: { x: integerOrRealOrBoz, y: optional({ of: ['integer', 'real', 'boz'], rank: 'elemental' }) },
    gives: is('complex', 8),
    lower: complexFrom,
    tries: [[1.5, 2.5], [3n]],
  },
  conjg: {
    doc: 'Conjugate of `z`.',
    ...elemental,
    takes: { z: complex },
    gives: sameAs('z'),
    lower: (args) => given(args, 0).parts.map((x, i) => (i === 1 ? op('neg', [x]) : x)),
    tries: [[[3, 4]], [[-1.5, -0.25]]],
  },
  logical: {
    doc: '`l` as a logical of another kind.',
    ...elemental,
    takes: { l: logical, kind: kindArgument },
    gives: { rule: 'kind', base: 'logical', from: 'kind', otherwise: 4 },
    lower: (args) => given(args, 0).parts,
    tries: [[true], [false]],
  },
  max: {
    doc: 'The greatest of its arguments.',
    ...elemental,
    takes: {
      a1: ordered,
      a2: like(ordered, 'a1'),
      a3: { ...optional(like(ordered, 'a1')), repeats: true },
    },
    gives: { rule: 'same', as: 'a1', longest: true },
    lower: folded('max'),
    tries: [
      [3n, 7n],
      [-3n, -7n, 2n, 11n],
      [1.5, -2.5],
      [1.0, 2.0, 3.0],
    ],
  },
  min: {
    doc: 'The least of its arguments.',
    ...elemental,
    takes: {
      a1: ordered,
      a2: like(ordered, 'a1'),
      a3: { ...optional(like(ordered, 'a1')), repeats: true },
    },
    gives: { rule: 'same', as: 'a1', longest: true },
    lower: folded('min'),
    tries: [
      [3n, 7n],
      [-3n, -7n, 2n, 11n],
      [1.5, -2.5],
      [1.0, 2.0, 3.0],
    ],
  },
  mod: {
    doc: 'Remainder of `a` by `p` with the sign of `a`.',
    ...elemental,
    takes: { a: integerOrReal, p: like(integerOrReal, 'a') },
    gives: sameAs('a'),
    lower: remainder,
    tries: [...integerPairs, ...realPairs],
  },
  modulo: {
    doc: 'Remainder of `a` by `p` with the sign of `p`.',
    ...elemental,
    takes: { a: integerOrReal, p: like(integerOrReal, 'a') },
    gives: sameAs('a'),
    lower: modulo,
    tries: [...integerPairs, ...realPairs],
  },
  sign: {
    doc: 'The size of `a` with the sign of `b` (that of -0.0 counts).',
    ...elemental,
    takes: { a: integerOrReal, b: like(integerOrReal, 'a') },
    gives: sameAs('a'),
    lower: sign,
    tries: [...integerPairs, ...realPairs, [1.0, -0.0], [-2.0, 0.0]],
  },
  dim: {
    doc: '`x` - `y` where that is positive, else 0.',
    ...elemental,
    takes: { x: integerOrReal, y: like(integerOrReal, 'x') },
    gives: sameAs('x'),
    lower: difference,
    tries: [...integerPairs, ...realPairs],
  },
  dprod: {
    doc: 'Product of two real(4) as a real(8).',
    ...elemental,
    takes: { x: ofKind(real, 4), y: ofKind(real, 4) },
    gives: is('real', 8),
    lower: from((_, x, y) => op('mul', [toReal(8, x), toReal(8, y)])),
    tries: [
      [1.1, 3],
      [16777217, -0.1],
    ],
  },
  int_ptr_kind: {
    doc: 'Kind of an integer that holds an address: 8.',
    class: 'inquiry',
    device: true,
    extension: true,
    takes: {},
    gives: is('integer'),
    rank: 'scalar',
    by: 'inquiry',
  },
  isnan: {
    doc: 'Is `x` not a number?',
    ...elemental,
    extension: true,
    takes: { x: real },
    gives: defaultLogical,
    lower: from((to, value) => {
      const x = to.keep(value);
      return op('ne', [x, x]);
    }),
    tries: [[1.5]],
  },
  out_of_range: {
    doc: 'Can `x` not be converted to the type of `mold`?',
    ...elemental,
    takes: { x: integerOrReal, mold: { ...integerOrReal, rank: 'any' }, round: optional(logical) },
    gives: defaultLogical,
    lower: outOfRange,
  },
  ifix: {
    doc: '`a` as a default integer, cut towards zero.',
    ...elemental,
    takes: { a: real },
    gives: is('integer'),
    lower: convertedToInteger,
    tries: realNumbers,
  },
  int1: { ...conversion('integer(1)', is('integer', 1)), tries: [[-100n], [99.9]] },
  int2: { ...conversion('integer(2)', is('integer', 2)), tries: [[-100n], [32767.5]] },
  int4: { ...conversion('integer(4)', is('integer', 4)), tries: [[-100n], [-16777217.5]] },
  int8: { ...conversion('integer(8)', is('integer', 8)), tries: [[-100n], [3e10]] },
  float: {
    ...conversion('real(4)', is('real', 4)),
    takes: { a: integer },
    lower: convertedToReal,
    tries: [[3n], [16777217n]],
  },
  dfloat: { ...conversion('real(8)', is('real', 8)), takes: { a: integer }, lower: convertedToReal, tries: [[3n]] },
  sngl: { ...conversion('real(4)', is('real', 4)), takes: { a: real }, lower: convertedToReal, tries: [[3.5]] },
  dreal: {
    doc: 'Real part as a real(8).',
    ...elemental,
    extension: true,
    takes: { a: numeric },
    gives: is('real', 8),
    lower: convertedToReal,
    tries: [[[3, 4]]],
  },
} satisfies Record<string, Row>;

function conversion(to: string, gives: Row['gives'] & object): Row {
  return {
    doc: `\`a\` as ${to}.`,
    ...elemental,
    extension: true,
    takes: { a: integerOrRealOrBoz },
    gives,
    lower: convertedToInteger,
  };
}
