/** The model of reals and integers: exponents, spacing, limits. Bits are those of IEEE 754; real(2) is computed in f32. */
import { InternalError } from '../../base/impossible.ts';
import { f64, i32, op, select } from '../../ir/build.ts';
import type { Expression } from '../../ir/module.ts';
import { constant, from, given, isNegative, isZero, only } from './lowering.ts';
import {
  anything,
  defaultInteger,
  integer,
  integerOfKind,
  kindArgument,
  type Lower,
  type Lowering,
  numeric,
  ofAnyRank,
  optional,
  type Param,
  type Row,
  real,
  sameAs,
  scalar,
} from './row.ts';

/** Facts of a real kind: digits in the model's sense, exponents of the model (fractions from 0.5 to 1), decimal digits and range. */
export type RealModel = {
  readonly digits: number;
  readonly minExponent: number;
  readonly maxExponent: number;
  readonly precision: number;
  readonly range: number;
};

export const realModels: Readonly<Record<2 | 4 | 8, RealModel>> = {
  2: { digits: 11, minExponent: -13, maxExponent: 16, precision: 3, range: 4 },
  4: { digits: 24, minExponent: -125, maxExponent: 128, precision: 6, range: 37 },
  8: { digits: 53, minExponent: -1021, maxExponent: 1024, precision: 15, range: 307 },
};

export function realModel(kind: number): RealModel {
  if (kind === 2 || kind === 4 || kind === 8) return realModels[kind];
  throw new InternalError(`no real(${kind})`);
}

/** Decimal range of integers of a kind. */
export const integerRanges: Readonly<Record<1 | 2 | 4 | 8, number>> = { 1: 2, 2: 4, 4: 9, 8: 18 };

const elemental = { class: 'elemental', device: true } as const;
const tries = [[1.0], [0.1], [-3.75], [1024.0], [1e-30], [0.0], [1e30]] as const;
const scaled = [
  [1.0, 3n],
  [0.1, -3n],
  [-3.75, 10n],
  [3.0, 0n],
] as const;

const isDouble = (x: Expression) => x.type === 'f64';
const mantissaBits = (x: Expression) => (isDouble(x) ? 52 : 23);
const bias = (x: Expression) => (isDouble(x) ? 1023 : 127);
const bitsOf = (x: Expression) => op('bitcast', [x]);

/** 2**n for an exponent (i32) of normal numbers, of the type of `as`. */
function power(as: Expression, n: Expression): Expression {
  const biased = op('add', [n, i32(bias(as))]);
  const wide = isDouble(as) ? op('extend', [biased]) : biased;
  return op('bitcast', [op('shl', [wide, constant(wide, mantissaBits(as))])]);
}

/** `x`, brought into the normal range, and by which power of two it was multiplied. */
function normal(to: Lowering, x: Expression): { readonly value: Expression; readonly shift: Expression } {
  const tiny = constant(x, isDouble(x) ? 2 ** -1022 : 2 ** -126);
  const small = to.keep(op('lt', [op('abs', [x]), tiny]));
  const value = to.keep(select(small, op('mul', [x, constant(x, 2 ** 60)]), x));
  return { value, shift: select(small, i32(60), i32(0)) };
}

/** The exponent of the model (i32); 0 for 0, the greatest integer for what is not finite. */
function exponentOf(to: Lowering, x: Expression): Expression {
  const { value, shift } = normal(to, x);
  const bits = bitsOf(value);
  const field = op('shr.u', [bits, constant(bits, mantissaBits(x))]);
  const low = isDouble(x) ? op('wrap', [field]) : field;
  const biased = op('and', [low, i32(isDouble(x) ? 0x7ff : 0xff)]);
  const exponent = op('sub', [op('sub', [biased, i32(bias(x) - 1)]), shift]);
  const finite = op('lt', [op('abs', [x]), constant(x, Number.POSITIVE_INFINITY)]);
  return select(isZero(x), i32(0), select(finite, exponent, i32(2 ** 31 - 1)));
}

function fractionOf(to: Lowering, x: Expression): Expression {
  const { value } = normal(to, x);
  const bits = bitsOf(value);
  const double = isDouble(x);
  const keep = double ? constant(bits, ~(0x7ffn << 52n)) : i32(~(0xff << 23));
  const half = double ? constant(bits, 1022n << 52n) : i32(126 << 23);
  return select(isZero(x), x, op('bitcast', [op('or', [op('and', [bits, keep]), half])]));
}

/** x * 2**n rounded once, for any n. */
function scaledBy(to: Lowering, x: Expression, n: Expression): Expression {
  if (!isDouble(x)) {
    const amount = op('max', [op('min', [n, i32(400)]), i32(-400)]);
    return op('to.f32', [op('mul', [op('to.f64', [x]), power(f64(0), amount)])]);
  }
  let value = x;
  let left = to.keep(n);
  for (const { when, factor, step } of scalingSteps) {
    const far = to.keep(op(when, [left, i32(step < 0 ? 1023 : -1022)]));
    value = to.keep(select(far, op('mul', [value, f64(factor)]), value));
    left = to.keep(select(far, op('add', [left, i32(step)]), left));
  }
  const rest = op('max', [op('min', [left, i32(1023)]), i32(-1022)]);
  return op('mul', [value, power(x, rest)]);
}

/** Downwards by 2**-969 only, so that a number is not rounded twice when it becomes subnormal. */
const up = { when: 'gt', factor: 2 ** 1023, step: -1023 } as const;
const down = { when: 'lt', factor: 2 ** -969, step: 969 } as const;
const scalingSteps = [up, up, down, down] as const;

/** i32 from an integer of any kind; beyond any exponent it is cut. */
function asExponent(n: Expression): Expression {
  if (n.type !== 'i64') return n;
  return op('wrap', [op('max', [op('min', [n, constant(n, 5000)]), constant(n, -5000)])]);
}

const spacing: Lower = (args, to) => {
  const x = to.keep(only(given(args, 0)));
  const model = realModel(to.gives.kind);
  const least = model.minExponent - 1;
  const exponent = op('max', [op('sub', [exponentOf(to, x), i32(model.digits)]), i32(least)]);
  return [power(x, select(isZero(x), i32(least), exponent))];
};

const rrspacing: Lower = (args, to) => {
  const x = to.keep(only(given(args, 0)));
  return [op('mul', [op('abs', [fractionOf(to, x)]), constant(x, 2 ** realModel(to.gives.kind).digits)])];
};

/** The next number towards the sign of `s`. */
const nearest: Lower = (args, to) => {
  const x = to.keep(only(given(args, 0)));
  const model = realModel(to.gives.kind);
  const least = constant(x, 2 ** (model.minExponent - model.digits));
  const s = only(given(args, 1));
  const direction = s.type === x.type ? s : op(x.type === 'f64' ? 'to.f64' : 'to.f32', [s]);
  const towards = to.keep(op('copysign', [least, direction]));
  const away = to.keep(op('eq', [isNegative(x), isNegative(towards)]));
  const bits = to.keep(bitsOf(x));
  const unit = constant(bits, to.gives.kind === 2 ? 1 << 13 : 1);
  const next = op('bitcast', [select(away, op('add', [bits, unit]), op('sub', [bits, unit]))]);
  const tiny = op('le', [op('abs', [x]), constant(x, to.gives.kind === 2 ? 2 ** -14 : 0)]);
  const infinite = op('and', [away, op('eq', [op('abs', [x]), constant(x, Infinity)])]);
  return [select(infinite, x, select(tiny, op('add', [x, towards]), next))];
};

const inquiry = (doc: string, of: Param['of'], gives: Row['gives'] & object = defaultInteger): Row => ({
  doc,
  class: 'inquiry',
  device: true,
  takes: { x: { of, rank: 'any' } },
  gives,
  rank: 'scalar',
  by: 'inquiry',
});

/** The first of the limits that `x` does not pass says the value. */
function stepped(x: Expression, steps: readonly (readonly [number, number])[], beyond: number): Expression {
  return steps.reduceRight(
    (rest, [limit, value]) => select(op('le', [x, constant(x, limit)]), i32(value), rest),
    i32(beyond),
  );
}

const integerKind: Lower = (args, to) => {
  const r = to.keep(only(given(args, 0)));
  return [
    stepped(
      r,
      [
        [2, 1],
        [4, 2],
        [9, 4],
        [18, 8],
      ],
      -1,
    ),
  ];
};

const logicalKind: Lower = (args, to) => {
  const bits = to.keep(only(given(args, 0)));
  return [
    stepped(
      bits,
      [
        [8, 1],
        [16, 2],
        [32, 4],
        [64, 8],
      ],
      -1,
    ),
  ];
};

/** The larger of what digits and range ask for; a negative number says which cannot be had. */
const realKind: Lower = (args, to) => {
  const wanted = (i: number) => to.keep(args[i] ? only(given(args, i)) : i32(0));
  const byDigits = to.keep(
    stepped(
      wanted(0),
      [
        [6, 4],
        [15, 8],
      ],
      -1,
    ),
  );
  const byRange = to.keep(
    stepped(
      wanted(1),
      [
        [37, 4],
        [307, 8],
      ],
      -2,
    ),
  );
  const bad = op('lt', [op('min', [byDigits, byRange]), i32(0)]);
  const both = op('and', [isNegative(byDigits), isNegative(byRange)]);
  const which = select(both, i32(-3), op('min', [byDigits, byRange]));
  return [select(bad, which, op('max', [byDigits, byRange]))];
};

const selected = (doc: string, takes: Row['takes'], lower?: Lower): Row => ({
  doc,
  class: 'transformational',
  device: true,
  takes,
  gives: defaultInteger,
  rank: 'scalar',
  by: 'inquiry',
  ...(lower && { lower }),
});

export const modelIntrinsics = {
  exponent: {
    doc: 'Exponent of `x` as fraction * 2**exponent, the fraction from 0.5 to 1.',
    ...elemental,
    takes: { x: real },
    gives: defaultInteger,
    lower: from((to, x) => exponentOf(to, to.keep(x))),
    tries,
  },
  fraction: {
    doc: 'Fraction of `x`, from 0.5 to 1.',
    ...elemental,
    takes: { x: real },
    gives: sameAs('x'),
    lower: from((to, x) => fractionOf(to, to.keep(x))),
    tries,
  },
  scale: {
    doc: '`x` * 2**`i`.',
    ...elemental,
    takes: { x: real, i: integer },
    gives: sameAs('x'),
    lower: from((to, x, i) => scaledBy(to, x, asExponent(i))),
    tries: [...scaled, [1.5, -130n], [1.5, 100n]],
  },
  set_exponent: {
    doc: 'Fraction of `x` with exponent `i`.',
    ...elemental,
    takes: { x: real, i: integer },
    gives: sameAs('x'),
    lower: from((to, x, i) => scaledBy(to, fractionOf(to, to.keep(x)), asExponent(i))),
    tries: scaled,
  },
  spacing: {
    doc: 'Distance to the next number of the model.',
    ...elemental,
    takes: { x: real },
    gives: sameAs('x'),
    lower: spacing,
    tries,
  },
  rrspacing: {
    doc: '`x` divided by its spacing, absolute.',
    ...elemental,
    takes: { x: real },
    gives: sameAs('x'),
    lower: rrspacing,
    tries: [[1.0], [0.1], [-3.75], [1024.0], [0.0]],
  },
  nearest: {
    doc: 'The next machine number from `x` in the direction of the sign of `s`.',
    ...elemental,
    takes: { x: real, s: real },
    gives: sameAs('x'),
    lower: nearest,
    tries: [
      [1.0, 1.0],
      [1.0, -1.0],
      [-3.0, 1.0],
      [-3.0, -1.0],
      [0.0, 1.0],
      [0.0, -1.0],
    ],
  },
  digits: inquiry('Digits of the model of the type of `x`.', ['integer', 'real']),
  epsilon: inquiry('Spacing of 1.', ['real'], sameAs('x')),
  huge: inquiry('Greatest number of the type of `x`.', ['integer', 'real'], sameAs('x')),
  tiny: inquiry('Least positive normal number of the type of `x`.', ['real'], sameAs('x')),
  maxexponent: inquiry('Greatest exponent.', ['real']),
  minexponent: inquiry('Least exponent.', ['real']),
  precision: inquiry('Decimal digits that the type of `x` keeps.', ['real', 'complex']),
  radix: inquiry('Base of the model: 2.', ['integer', 'real']),
  range: inquiry('Decimal exponent range.', numeric.of),
  bit_size: {
    ...inquiry('Bits of the integer type of `x`.', ['integer'], sameAs('i')),
    takes: { i: ofAnyRank(integer) },
  },
  kind: inquiry('Kind of the type of `x`.', ['any']),
  storage_size: {
    ...inquiry('Bits that an element of the type of `a` takes in memory.', ['any'], integerOfKind),
    takes: { a: anything, kind: kindArgument },
  },
  sizeof: {
    ...inquiry('Bytes that `x` takes.', ['any'], { rule: 'is', type: { base: 'integer', kind: 8 } }),
    extension: true,
  },
  selected_int_kind: selected(
    'Kind of integers with at least `r` decimal digits, or -1.',
    { r: scalar(integer) },
    integerKind,
  ),
  selected_real_kind: selected(
    'Kind of reals with at least `p` digits and range `r`, or a negative number.',
    {
      p: optional(scalar(integer)),
      r: optional(scalar(integer)),
      radix: optional(scalar(integer)),
    },
    realKind,
  ),
  selected_char_kind: selected('Kind of the character set `name`, or -1.', {
    name: { of: ['character'], rank: 'scalar' },
  }),
  selected_logical_kind: selected(
    'Kind of logicals of at least `bits` bits, or -1.',
    { bits: scalar(integer) },
    logicalKind,
  ),
} satisfies Record<string, Row>;
