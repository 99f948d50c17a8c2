/**
 * Every operation of the IR: its types and its meaning in TypeScript. Constant folding and the tests that compare back ends read the same row.
 * bool is boolean, i32 a number in -2^31..2^31-1, i64 a bigint in -2^63..2^63-1, f32 and f64 numbers. Pointers have no meaning here: they are never folded.
 */
import { mathMeanings as math } from './math-meanings.ts';
import type { ValueType } from './types.ts';

export type Value = number | bigint | boolean;

/** One typing of an operation. `pointer` stands for any pointer type, the same one in all places of a signature. */
export type Signature = {
  readonly takes: readonly (ValueType | 'pointer')[];
  readonly gives: ValueType | 'pointer';
  /** Undefined: the result is not defined for these arguments, or cannot be known at compile time. */
  readonly meaning?: (...args: never[]) => Value | undefined;
};

export type Operation = {
  readonly doc: string;
  readonly signatures: readonly Signature[];
  /** Costs so much that it must not be speculated or repeated (a function of the math library). */
  readonly expensive?: boolean;
  /** May trap on some arguments on some target. */
  readonly partial?: boolean;
};

const f = Math.fround;
const i64 = (x: bigint) => BigInt.asIntN(64, x);
const u64 = (x: bigint) => BigInt.asUintN(64, x);

type I32 = (a: number, b: number) => number | undefined;
type I64 = (a: bigint, b: bigint) => bigint | undefined;
type F64 = (a: number, b: number) => number;

const integers = (doc: string, a: I32, b: I64, more: Partial<Operation> = {}): Operation => ({
  doc,
  ...more,
  signatures: [
    { takes: ['i32', 'i32'], gives: 'i32', meaning: a },
    { takes: ['i64', 'i64'], gives: 'i64', meaning: b },
  ],
});
const floats = (meaning: F64): Signature[] => [
  { takes: ['f32', 'f32'], gives: 'f32', meaning: (a: number, b: number) => f(meaning(a, b)) },
  { takes: ['f64', 'f64'], gives: 'f64', meaning },
];
const numbers = (doc: string, a: I32, b: I64, c: F64): Operation => ({
  doc,
  signatures: [...integers(doc, a, b).signatures, ...floats(c)],
});
const float1 = (
  doc: string,
  meaning: ((x: number) => number) | undefined,
  more: Partial<Operation> = {},
): Operation => ({
  doc,
  ...more,
  signatures: [
    { takes: ['f32'], gives: 'f32', ...(meaning && { meaning: (x: number) => f(meaning(x)) }) },
    { takes: ['f64'], gives: 'f64', ...(meaning && { meaning }) },
  ],
});
const float2 = (doc: string, meaning: F64 | undefined, more: Partial<Operation> = {}): Operation => ({
  doc,
  ...more,
  signatures: meaning
    ? floats(meaning)
    : [
        { takes: ['f32', 'f32'], gives: 'f32' },
        { takes: ['f64', 'f64'], gives: 'f64' },
      ],
});
const expensive = { expensive: true } as const;
type MathRow = Operation & typeof expensive;
const math1 = (doc: string, meaning: (x: number) => number): MathRow => ({ ...float1(doc, meaning), ...expensive });
const math2 = (doc: string, meaning: F64): MathRow => ({ ...float2(doc, meaning), ...expensive });
const compare = (
  doc: string,
  a: (x: number, y: number) => boolean,
  b: (x: bigint, y: bigint) => boolean,
): Operation => ({
  doc,
  signatures: [
    { takes: ['i32', 'i32'], gives: 'bool', meaning: a },
    { takes: ['i64', 'i64'], gives: 'bool', meaning: b },
    { takes: ['f32', 'f32'], gives: 'bool', meaning: a },
    { takes: ['f64', 'f64'], gives: 'bool', meaning: a },
  ],
});
const unsigned = (doc: string, of: (x: bigint, y: bigint) => boolean): Operation => ({
  doc,
  signatures: [
    { takes: ['i32', 'i32'], gives: 'bool', meaning: (x: number, y: number) => of(BigInt(x >>> 0), BigInt(y >>> 0)) },
    { takes: ['i64', 'i64'], gives: 'bool', meaning: (x: bigint, y: bigint) => of(u64(x), u64(y)) },
    { takes: ['pointer', 'pointer'], gives: 'bool' },
  ],
});
const bits = (doc: string, a: I32, b: I64, c: (x: boolean, y: boolean) => boolean): Operation => ({
  doc,
  signatures: [...integers(doc, a, b).signatures, { takes: ['bool', 'bool'], gives: 'bool', meaning: c }],
});
const count = (doc: string, of: (x: bigint, width: number) => number): Operation => ({
  doc,
  signatures: [
    { takes: ['i32'], gives: 'i32', meaning: (x: number) => of(BigInt(x >>> 0), 32) },
    { takes: ['i64'], gives: 'i32', meaning: (x: bigint) => of(u64(x), 64) },
  ],
});
const one = (
  doc: string,
  takes: ValueType | 'pointer',
  gives: ValueType | 'pointer',
  meaning?: (x: never) => Value | undefined,
): Operation => ({
  doc,
  signatures: [{ takes: [takes], gives, ...(meaning && { meaning }) }],
});
const several = (doc: string, signatures: readonly Signature[]): Operation => ({ doc, signatures });

const nearest = (x: number): number => {
  if (!Number.isFinite(x) || Math.abs(x) >= 2 ** 52) return x;
  const down = Math.floor(x);
  const rest = x - down;
  const r = rest < 0.5 || (rest === 0.5 && down % 2 === 0) ? down : down + 1;
  return r === 0 && (x < 0 || Object.is(x, -0)) ? -0 : r;
};
/** NaN loses against a number, as IEEE minNum and CUDA's fmin have it. */
const least = (a: number, b: number) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.min(a, b));
const greatest = (a: number, b: number) => (Number.isNaN(a) ? b : Number.isNaN(b) ? a : Math.max(a, b));
const toI32 = (x: number) => (Number.isNaN(x) ? 0 : Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.trunc(x))) | 0);
const toI64 = (x: number): bigint => {
  if (Number.isNaN(x)) return 0n;
  if (x >= 2 ** 63) return 2n ** 63n - 1n;
  if (x < -(2 ** 63)) return -(2n ** 63n);
  return BigInt(Math.trunc(x));
};
const toU32 = (x: number) => (Number.isNaN(x) ? 0 : Math.max(0, Math.min(2 ** 32 - 1, Math.trunc(x))) | 0);
const toU64 = (x: number): bigint => {
  if (!(x > 0)) return 0n;
  return x >= 2 ** 64 ? -1n : BigInt.asIntN(64, BigInt(Math.trunc(x)));
};
const cell = new DataView(new ArrayBuffer(8));
const bitsOfF32 = (x: number) => {
  cell.setFloat32(0, x);
  return cell.getInt32(0);
};
const f32OfBits = (x: number) => {
  cell.setInt32(0, x);
  return cell.getFloat32(0);
};
const bitsOfF64 = (x: number) => {
  cell.setFloat64(0, x);
  return cell.getBigInt64(0);
};
const f64OfBits = (x: bigint) => {
  cell.setBigInt64(0, x);
  return cell.getFloat64(0);
};
/** A bigint rounded to f32 once (through f64 it would be rounded twice). */
const f32OfI64 = (x: bigint): number => {
  const size = x < 0n ? -x : x;
  const excess = size.toString(2).length - 24;
  if (excess <= 0) return Number(x);
  const unit = 1n << BigInt(excess);
  const rest = size % unit;
  let kept = size - rest;
  if (rest * 2n > unit || (rest * 2n === unit && (kept / unit) % 2n === 1n)) kept += unit;
  return Number(x < 0n ? -kept : kept);
};

export const operations = {
  add: numbers(
    'Sum; integers wrap.',
    (a, b) => (a + b) | 0,
    (a, b) => i64(a + b),
    (a, b) => a + b,
  ),
  sub: numbers(
    'Difference; integers wrap.',
    (a, b) => (a - b) | 0,
    (a, b) => i64(a - b),
    (a, b) => a - b,
  ),
  mul: numbers(
    'Product; integers wrap.',
    (a, b) => Math.imul(a, b),
    (a, b) => i64(a * b),
    (a, b) => a * b,
  ),
  div: {
    ...numbers(
      'Quotient; of integers, cut towards zero (not defined for 0 and for the least integer by -1).',
      (a, b) => (b === 0 ? undefined : (a / b) | 0),
      (a, b) => (b === 0n ? undefined : i64(a / b)),
      (a, b) => a / b,
    ),
    partial: true,
  },
  rem: integers(
    'Remainder with the sign of the first; not defined for a divisor of 0.',
    (a, b) => (b === 0 ? undefined : (a % b) | 0),
    (a, b) => (b === 0n ? undefined : a % b),
    { partial: true },
  ),
  'div.u': integers(
    'Quotient of unsigned integers.',
    (a, b) => (b === 0 ? undefined : ((a >>> 0) / (b >>> 0)) | 0),
    (a, b) => (b === 0n ? undefined : i64(u64(a) / u64(b))),
    { partial: true },
  ),
  'rem.u': integers(
    'Remainder of unsigned integers.',
    (a, b) => (b === 0 ? undefined : ((a >>> 0) % (b >>> 0)) | 0),
    (a, b) => (b === 0n ? undefined : i64(u64(a) % u64(b))),
    { partial: true },
  ),
  min: numbers('The lesser; a number before NaN.', Math.min, (a, b) => (a < b ? a : b), least),
  max: numbers('The greater; a number before NaN.', Math.max, (a, b) => (a > b ? a : b), greatest),
  'mul.high': integers(
    'High half of the signed product.',
    (a, b) => Number(i64(BigInt(a) * BigInt(b)) >> 32n) | 0,
    (a, b) => i64((a * b) >> 64n),
  ),
  'mul.high.u': integers(
    'High half of the unsigned product.',
    (a, b) => Number((BigInt(a >>> 0) * BigInt(b >>> 0)) >> 32n) | 0,
    (a, b) => i64((u64(a) * u64(b)) >> 64n),
  ),
  and: bits(
    'Bitwise and.',
    (a, b) => a & b,
    (a, b) => i64(a & b),
    (a, b) => a && b,
  ),
  or: bits(
    'Bitwise or.',
    (a, b) => a | b,
    (a, b) => i64(a | b),
    (a, b) => a || b,
  ),
  xor: bits(
    'Bitwise exclusive or.',
    (a, b) => a ^ b,
    (a, b) => i64(a ^ b),
    (a, b) => a !== b,
  ),
  not: one('Negation of a truth value.', 'bool', 'bool', (x: boolean) => !x),
  shl: integers(
    'Shift left; the amount is 0 to width-1.',
    (a, b) => (b < 0 || b > 31 ? undefined : a << b),
    (a, b) => (b < 0n || b > 63n ? undefined : i64(a << b)),
  ),
  'shr.s': integers(
    'Shift right, filling with the sign; the amount is 0 to width-1.',
    (a, b) => (b < 0 || b > 31 ? undefined : a >> b),
    (a, b) => (b < 0n || b > 63n ? undefined : a >> b),
  ),
  'shr.u': integers(
    'Shift right, filling with zeros; the amount is 0 to width-1.',
    (a, b) => (b < 0 || b > 31 ? undefined : (a >>> b) | 0),
    (a, b) => (b < 0n || b > 63n ? undefined : i64(u64(a) >> b)),
  ),
  popcount: count('How many bits are 1.', (x) => x.toString(2).replaceAll('0', '').length),
  clz: count('How many leading bits are 0.', (x, width) => (x === 0n ? width : width - x.toString(2).length)),
  ctz: count('How many trailing bits are 0.', (x, width) =>
    x === 0n ? width : x.toString(2).length - 1 - x.toString(2).lastIndexOf('1'),
  ),
  reverse: several('Bits in reverse order.', [
    { takes: ['i32'], gives: 'i32', meaning: (x: number) => Number(BigInt.asIntN(32, reversed(BigInt(x >>> 0), 32))) },
    { takes: ['i64'], gives: 'i64', meaning: (x: bigint) => i64(reversed(u64(x), 64)) },
  ]),
  neg: several('Negative of a real: the sign bit is turned.', float1('', (x) => -x).signatures),
  abs: float1('Absolute value of a real.', Math.abs),
  sqrt: float1('Square root, correctly rounded.', Math.sqrt),
  rsqrt: float1('Reciprocal square root.', (x) => 1 / Math.sqrt(x)),
  copysign: float2('The size of the first with the sign of the second.', (a, b) =>
    Object.is(Math.sign(b), -0) || b < 0 ? -Math.abs(a) : Math.abs(a),
  ),
  floor: float1('Greatest whole number not above.', Math.floor),
  ceil: float1('Least whole number not below.', Math.ceil),
  trunc: float1('Whole part.', Math.trunc),
  nearest: float1('Nearest whole number, ties to even.', nearest),
  fma: several('a*b + c rounded once.', [
    { takes: ['f32', 'f32', 'f32'], gives: 'f32' },
    { takes: ['f64', 'f64', 'f64'], gives: 'f64' },
  ]),
  fmod: math2('Remainder with the sign of the first, exact.', math.fmod),
  sin: math1('Sine of radians.', math.sin),
  cos: math1('Cosine of radians.', math.cos),
  tan: math1('Tangent of radians.', math.tan),
  asin: math1('Arc sine.', math.asin),
  acos: math1('Arc cosine.', math.acos),
  atan: math1('Arc tangent.', math.atan),
  atan2: math2('Angle of the point (second, first).', math.atan2),
  sinh: math1('Hyperbolic sine.', math.sinh),
  cosh: math1('Hyperbolic cosine.', math.cosh),
  tanh: math1('Hyperbolic tangent.', math.tanh),
  asinh: math1('Inverse hyperbolic sine.', math.asinh),
  acosh: math1('Inverse hyperbolic cosine.', math.acosh),
  atanh: math1('Inverse hyperbolic tangent.', math.atanh),
  exp: math1('Exponential.', math.exp),
  exp2: math1('Power of two.', math.exp2),
  exp10: math1('Power of ten.', math.exp10),
  expm1: math1('exp(x) - 1.', math.expm1),
  log: math1('Natural logarithm.', math.log),
  log2: math1('Logarithm to base 2.', math.log2),
  log10: math1('Logarithm to base 10.', math.log10),
  log1p: math1('log(1 + x).', math.log1p),
  pow: math2('Power; pow(x, 0) = 1 and pow(1, y) = 1 also for NaN.', math.pow),
  cbrt: math1('Cube root.', math.cbrt),
  hypot: math2('Length of the vector.', math.hypot),
  erf: math1('Error function.', math.erf),
  erfc: math1('Complementary error function.', math.erfc),
  gamma: math1('Gamma function.', math.gamma),
  lgamma: math1('Logarithm of the absolute value of the gamma function.', math.lgamma),
  j0: math1('Bessel function of the first kind, order 0.', math.j0),
  j1: math1('Bessel function of the first kind, order 1.', math.j1),
  y0: math1('Bessel function of the second kind, order 0.', math.y0),
  y1: math1('Bessel function of the second kind, order 1.', math.y1),
  jn: math2('Bessel function of the first kind; the first is the order, a whole number.', math.jn),
  yn: math2('Bessel function of the second kind; the first is the order, a whole number.', math.yn),
  eq: {
    ...compare(
      'Equal.',
      (a, b) => a === b,
      (a, b) => a === b,
    ),
    signatures: [
      ...compare(
        '',
        (a, b) => a === b,
        (a, b) => a === b,
      ).signatures,
      { takes: ['pointer', 'pointer'], gives: 'bool' },
      { takes: ['bool', 'bool'], gives: 'bool', meaning: (a: boolean, b: boolean) => a === b },
    ],
  },
  ne: {
    ...compare(
      'Not equal.',
      (a, b) => a !== b,
      (a, b) => a !== b,
    ),
    signatures: [
      ...compare(
        '',
        (a, b) => a !== b,
        (a, b) => a !== b,
      ).signatures,
      { takes: ['pointer', 'pointer'], gives: 'bool' },
      { takes: ['bool', 'bool'], gives: 'bool', meaning: (a: boolean, b: boolean) => a !== b },
    ],
  },
  lt: compare(
    'Less, signed; false for NaN.',
    (a, b) => a < b,
    (a, b) => a < b,
  ),
  le: compare(
    'Less or equal, signed; false for NaN.',
    (a, b) => a <= b,
    (a, b) => a <= b,
  ),
  gt: compare(
    'Greater, signed; false for NaN.',
    (a, b) => a > b,
    (a, b) => a > b,
  ),
  ge: compare(
    'Greater or equal, signed; false for NaN.',
    (a, b) => a >= b,
    (a, b) => a >= b,
  ),
  'lt.u': unsigned('Less, unsigned.', (a, b) => a < b),
  'le.u': unsigned('Less or equal, unsigned.', (a, b) => a <= b),
  select: several('The second where the first is true, else the third; both are evaluated.', [
    ...(['bool', 'i32', 'i64', 'f32', 'f64'] as const).map(
      (t): Signature => ({ takes: ['bool', t, t], gives: t, meaning: (c: boolean, a: Value, b: Value) => (c ? a : b) }),
    ),
    { takes: ['bool', 'pointer', 'pointer'], gives: 'pointer' },
  ]),
  extend: one('i32 to i64, keeping the sign.', 'i32', 'i64', (x: number) => BigInt(x)),
  'extend.u': one('i32 to i64, filling with zeros.', 'i32', 'i64', (x: number) => BigInt(x >>> 0)),
  wrap: one('The low 32 bits of an i64.', 'i64', 'i32', (x: bigint) => Number(BigInt.asIntN(32, x))),
  sign8: several('The low 8 bits, sign-extended.', [
    { takes: ['i32'], gives: 'i32', meaning: (x: number) => (x << 24) >> 24 },
  ]),
  sign16: several('The low 16 bits, sign-extended.', [
    { takes: ['i32'], gives: 'i32', meaning: (x: number) => (x << 16) >> 16 },
  ]),
  'to.i32': several('Cut towards zero; too large becomes the limit, NaN 0.', [
    { takes: ['f32'], gives: 'i32', meaning: toI32 },
    { takes: ['f64'], gives: 'i32', meaning: toI32 },
    { takes: ['bool'], gives: 'i32', meaning: (x: boolean) => (x ? 1 : 0) },
  ]),
  'to.i64': several('Cut towards zero; too large becomes the limit, NaN 0.', [
    { takes: ['f32'], gives: 'i64', meaning: toI64 },
    { takes: ['f64'], gives: 'i64', meaning: toI64 },
  ]),
  'to.u32': several('Cut towards zero to 32 bits without a sign; what does not fit becomes the limit, NaN 0.', [
    { takes: ['f32'], gives: 'i32', meaning: toU32 },
    { takes: ['f64'], gives: 'i32', meaning: toU32 },
  ]),
  'to.u64': several('Cut towards zero to 64 bits without a sign; what does not fit becomes the limit, NaN 0.', [
    { takes: ['f32'], gives: 'i64', meaning: toU64 },
    { takes: ['f64'], gives: 'i64', meaning: toU64 },
  ]),
  'to.f32': several('Rounded to nearest, ties to even.', [
    { takes: ['i32'], gives: 'f32', meaning: f },
    { takes: ['i64'], gives: 'f32', meaning: f32OfI64 },
    { takes: ['f64'], gives: 'f32', meaning: f },
  ]),
  'to.f64': several('Exact from i32 and f32, else rounded to nearest.', [
    { takes: ['i32'], gives: 'f64', meaning: (x: number) => x },
    { takes: ['i64'], gives: 'f64', meaning: (x: bigint) => Number(x) },
    { takes: ['f32'], gives: 'f64', meaning: (x: number) => x },
  ]),
  'u.to.f32': several('Of a number without a sign, rounded to nearest, ties to even.', [
    { takes: ['i32'], gives: 'f32', meaning: (x: number) => f(x >>> 0) },
    { takes: ['i64'], gives: 'f32', meaning: (x: bigint) => f32OfI64(BigInt.asUintN(64, x)) },
  ]),
  'u.to.f64': several('Of a number without a sign, exact from i32, else rounded to nearest.', [
    { takes: ['i32'], gives: 'f64', meaning: (x: number) => x >>> 0 },
    { takes: ['i64'], gives: 'f64', meaning: (x: bigint) => Number(BigInt.asUintN(64, x)) },
  ]),
  bitcast: several('The same bits as another type of the same size.', [
    { takes: ['i32'], gives: 'f32', meaning: f32OfBits },
    { takes: ['f32'], gives: 'i32', meaning: bitsOfF32 },
    { takes: ['i64'], gives: 'f64', meaning: f64OfBits },
    { takes: ['f64'], gives: 'i64', meaning: bitsOfF64 },
  ]),
  offset: several('The address so many bytes further.', [{ takes: ['pointer', 'i64'], gives: 'pointer' }]),
  'to.address': one('A pointer as an integer.', 'pointer', 'i64'),
  'from.address': one('An integer as a pointer of the type that the node names.', 'i64', 'pointer'),
  'cast.space': one(
    'The same address in another space; the node names it. Host and device only for managed data.',
    'pointer',
    'pointer',
  ),
  readable: one(
    'The address where it and the cells beside it are memory, else that of other cells: for loads whose value nobody reads where the program would not load.',
    'pointer',
    'pointer',
  ),
  'is.global': one(
    'Whether an address is of memory that all blocks see, not of shared, local or constant memory.',
    'pointer',
    'bool',
  ),
  'cluster.map': several(
    'Where what lies at a shared address lies in the block of that rank (from 0) of the cluster.',
    [{ takes: ['pointer', 'i32'], gives: 'pointer' }],
  ),
  'fast.sin': math1('Sine by the device’s approximation.', math['fast.sin']),
  'fast.cos': math1('Cosine by the device’s approximation.', math['fast.cos']),
  'fast.exp2': math1('Power of two by the device’s approximation.', math['fast.exp2']),
  'fast.log2': math1('Logarithm to base 2 by the device’s approximation.', math['fast.log2']),
  'fast.div': float2('Quotient by the device’s approximation.', (a, b) => a / b),
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

/** Those that a function of the math library does: runtime/math.ts and library/math-functions.ts have one for each. */
export type MathOperationName = {
  [K in OperationName]: (typeof operations)[K] extends typeof expensive ? K : never;
}[OperationName];

export const specials = {
  'tid.x': 'Thread in its block, x.',
  'tid.y': 'Thread in its block, y.',
  'tid.z': 'Thread in its block, z.',
  'ctaid.x': 'Block in its grid, x.',
  'ctaid.y': 'Block in its grid, y.',
  'ctaid.z': 'Block in its grid, z.',
  'ntid.x': 'Threads of a block, x.',
  'ntid.y': 'Threads of a block, y.',
  'ntid.z': 'Threads of a block, z.',
  'nctaid.x': 'Blocks of the grid, x.',
  'nctaid.y': 'Blocks of the grid, y.',
  'nctaid.z': 'Blocks of the grid, z.',
  laneid: 'Lane in its warp, 0 to 31.',
  'chunk.lane': 'Lane among the threads that run as one vector, from 0.',
  'chunk.lanes': 'Threads that run as one vector.',
  'cluster.nctaid.x': 'Blocks of a cluster, x.',
  'cluster.nctaid.y': 'Blocks of a cluster, y.',
  'cluster.nctaid.z': 'Blocks of a cluster, z.',
  'cluster.rank': 'Block in its cluster.',
  'cluster.size': 'Blocks of a cluster.',
  'dynamic.bytes': 'Dynamic shared memory of a block.',
  'launch.alone':
    '1 where no other kernel or copy of the program runs meanwhile, 2 where nobody else writes to the memory of the parameters `Fn.alone` either, else 0.',
  'launch.round': 'Blocks along an axis, or iterations, of earlier rounds, where a kernel runs in rounds.',
} satisfies Record<string, string>;
export type SpecialName = keyof typeof specials;

function reversed(x: bigint, width: number): bigint {
  return BigInt(`0b${x.toString(2).padStart(width, '0').split('').reverse().join('')}`);
}
