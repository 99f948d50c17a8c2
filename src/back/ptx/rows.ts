/** Each operation of the IR in PTX: an instruction by the first argument's type (`from>to` for conversions), or lines, or what else it takes. */
import type { OperationName } from '../../ir/operations.ts';
import { f32Bits } from './represent.ts';

/** $d is the result, $a $b $c the arguments, $0 … $3 fresh registers of the result's class, $p a fresh predicate; ~ stands for .ftz where denormals are flushed. */
export type Row =
  | { readonly how: 'instruction'; readonly of: Readonly<Record<string, string>> }
  | { readonly how: 'lines'; readonly of: Readonly<Record<string, readonly string[]>> }
  /** A function of the math library. */
  | { readonly how: 'math' }
  /** Written by special.ts. */
  | { readonly how: 'special' };

const instruction = (of: Readonly<Record<string, string>>): Row => ({ how: 'instruction', of });
const lines = (of: Readonly<Record<string, readonly string[]>>): Row => ({ how: 'lines', of });
const math: Row = { how: 'math' };
const special: Row = { how: 'special' };

/** Reals round to nearest and are never fused here: fusing is the IR's decision. */
const numbers = (name: string): Row =>
  instruction({
    i32: `${name}.s32`,
    i64: `${name}.s64`,
    f32: `${name}.rn~.f32`,
    f64: `${name}.rn.f64`,
  });
const integers = (name: string, sign: 's' | 'u' | 'b'): Row =>
  instruction({ i32: `${name}.${sign}32`, i64: `${name}.${sign}64` });
const reals = (f32: string, f64: string): Row => instruction({ f32, f64 });
const compare = (how: string, real = how): Row =>
  instruction({
    i32: `setp.${how}.s32`,
    i64: `setp.${how}.s64`,
    f32: `setp.${real}~.f32`,
    f64: `setp.${real}.f64`,
  });

/**
 * 2**(rate*a) by the unit for powers of two, for every argument and without a branch. With n the whole number below rate*a, from -126 to 126, the first two lines
 * leave n + 127 in the lowest bits of $1: the exponent of 2**n. What is left beside n is found without loss; where n is at its bound it is as large as it must be
 * for an infinity, a zero or a subnormal number.
 */
function byPowerOfTwo(rate: number): readonly string[] {
  const range = 252;
  const high = Math.fround(rate);
  // 1.5 * 2**23, whose lowest bits are free for a whole number, and 1 for the exponent of 2**-126.
  const rounder = 12582913;
  return [
    `fma.rn.sat.f32 $0, $a, ${f32Bits(rate / range)}, ${f32Bits(0.5)}`,
    `fma.rm.f32 $1, $0, ${f32Bits(range)}, ${f32Bits(rounder)}`,
    `sub.rn.f32 $2, $1, ${f32Bits(rounder + range / 2)}`,
    'neg.f32 $2, $2',
    `fma.rn.f32 $2, $a, ${f32Bits(high)}, $2`,
    `fma.rn.f32 $2, $a, ${f32Bits(rate - high)}, $2`,
    'ex2.approx.ftz.f32 $2, $2',
    'shl.b32 $3, $1, 23',
    'mul.rn~.f32 $d, $2, $3',
  ];
}

/**
 * The smaller or greater of two. Of 32 bits by a comparison: NVIDIA's assembler of CUDA 13.0 makes one VIMNMX3 of two `min.s32` or `max.s32` and forgets that an
 * operand was negated, so that max(max(n, -n), m) becomes max(n, n, m).
 */
const extreme = (name: string, how: string): Row =>
  lines({
    i32: [`setp.${how}.s32 $p, $a, $b`, 'selp.b32 $d, $a, $b, $p'],
    i64: [`${name}.s64 $d, $a, $b`],
    f32: [`${name}~.f32 $d, $a, $b`],
    f64: [`${name}.f64 $d, $a, $b`],
  });

export const rows = {
  add: numbers('add'),
  sub: numbers('sub'),
  mul: instruction({ i32: 'mul.lo.s32', i64: 'mul.lo.s64', f32: 'mul.rn~.f32', f64: 'mul.rn.f64' }),
  div: numbers('div'),
  rem: integers('rem', 's'),
  'div.u': integers('div', 'u'),
  'rem.u': integers('rem', 'u'),
  min: extreme('min', 'lt'),
  max: extreme('max', 'gt'),
  'mul.high': integers('mul.hi', 's'),
  'mul.high.u': integers('mul.hi', 'u'),
  and: instruction({ i32: 'and.b32', i64: 'and.b64', bool: 'and.pred' }),
  or: instruction({ i32: 'or.b32', i64: 'or.b64', bool: 'or.pred' }),
  xor: instruction({ i32: 'xor.b32', i64: 'xor.b64', bool: 'xor.pred' }),
  not: instruction({ bool: 'not.pred' }),
  shl: special,
  'shr.s': special,
  'shr.u': special,
  popcount: integers('popc', 'b'),
  clz: integers('clz', 'b'),
  ctz: special,
  reverse: integers('brev', 'b'),
  neg: reals('neg~.f32', 'neg.f64'),
  abs: reals('abs~.f32', 'abs.f64'),
  sqrt: reals('sqrt.rn~.f32', 'sqrt.rn.f64'),
  rsqrt: lines({
    f32: ['rsqrt.approx~.f32 $d, $a'],
    f64: ['sqrt.rn.f64 $0, $a', 'rcp.rn.f64 $d, $0'],
  }),
  // PTX takes the sign from its first source.
  copysign: lines({ f32: ['copysign.f32 $d, $b, $a'], f64: ['copysign.f64 $d, $b, $a'] }),
  floor: reals('cvt.rmi~.f32.f32', 'cvt.rmi.f64.f64'),
  ceil: reals('cvt.rpi~.f32.f32', 'cvt.rpi.f64.f64'),
  trunc: reals('cvt.rzi~.f32.f32', 'cvt.rzi.f64.f64'),
  nearest: reals('cvt.rni~.f32.f32', 'cvt.rni.f64.f64'),
  fma: reals('fma.rn~.f32', 'fma.rn.f64'),
  fmod: math,
  sin: math,
  cos: math,
  tan: math,
  asin: math,
  acos: math,
  atan: math,
  atan2: math,
  sinh: math,
  cosh: math,
  tanh: math,
  asinh: math,
  acosh: math,
  atanh: math,
  exp: lines({ f32: byPowerOfTwo(Math.LOG2E) }),
  // At most 2 units off by the PTX ISA's table.
  exp2: lines({ f32: ['ex2.approx~.f32 $d, $a'] }),
  exp10: lines({ f32: byPowerOfTwo(Math.log2(10)) }),
  expm1: math,
  log: math,
  log2: math,
  log10: math,
  log1p: math,
  pow: math,
  cbrt: math,
  hypot: math,
  erf: math,
  erfc: math,
  gamma: math,
  lgamma: math,
  j0: math,
  j1: math,
  y0: math,
  y1: math,
  jn: math,
  yn: math,
  eq: special,
  ne: special,
  lt: compare('lt'),
  le: compare('le'),
  gt: compare('gt'),
  ge: compare('ge'),
  'lt.u': integers('setp.lt', 'u'),
  'le.u': integers('setp.le', 'u'),
  select: special,
  extend: instruction({ i32: 'cvt.s64.s32' }),
  'extend.u': instruction({ i32: 'cvt.u64.u32' }),
  wrap: instruction({ i64: 'cvt.u32.u64' }),
  sign8: instruction({ i32: 'cvt.s32.s8' }),
  sign16: instruction({ i32: 'cvt.s32.s16' }),
  'to.i32': special,
  'to.i64': special,
  'to.u32': special,
  'to.u64': special,
  'to.f32': instruction({ 'i32>f32': 'cvt.rn.f32.s32', 'i64>f32': 'cvt.rn.f32.s64', 'f64>f32': 'cvt.rn~.f32.f64' }),
  'to.f64': instruction({ 'i32>f64': 'cvt.rn.f64.s32', 'i64>f64': 'cvt.rn.f64.s64', 'f32>f64': 'cvt~.f64.f32' }),
  'u.to.f32': instruction({ 'i32>f32': 'cvt.rn.f32.u32', 'i64>f32': 'cvt.rn.f32.u64' }),
  'u.to.f64': instruction({ 'i32>f64': 'cvt.rn.f64.u32', 'i64>f64': 'cvt.rn.f64.u64' }),
  bitcast: instruction({ 'i32>f32': 'mov.b32', 'f32>i32': 'mov.b32', 'i64>f64': 'mov.b64', 'f64>i64': 'mov.b64' }),
  offset: special,
  'to.address': special,
  'from.address': special,
  'cast.space': special,
  readable: special,
  'is.global': special,
  'cluster.map': special,
  'fast.sin': lines({ f32: ['sin.approx~.f32 $d, $a'] }),
  'fast.cos': lines({ f32: ['cos.approx~.f32 $d, $a'] }),
  'fast.exp2': lines({ f32: ['ex2.approx~.f32 $d, $a'] }),
  'fast.log2': lines({ f32: ['lg2.approx~.f32 $d, $a'] }),
  'fast.div': lines({ f32: ['div.approx~.f32 $d, $a, $b'], f64: ['div.rn.f64 $d, $a, $b'] }),
} satisfies Record<OperationName, Row>;

/** Whether an operation of the math library's kind on this type is written in instructions; it is a call of the library else. */
export function hasInstructions(op: OperationName, type: string): boolean {
  const row: Row = rows[op];
  return row.how === 'lines' ? Object.hasOwn(row.of, type) : row.how !== 'math';
}

const log2e = f32Bits(Math.LOG2E);
const log2of10 = f32Bits(Math.log2(10));
const ln2 = f32Bits(Math.LN2);
const log10of2 = f32Bits(Math.log10(2));

/** What -gpu=fastmath puts in the place of some operations on f32. */
export const fastRows: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  div: ['div.approx~.f32 $d, $a, $b'],
  sqrt: ['sqrt.approx~.f32 $d, $a'],
  sin: ['sin.approx~.f32 $d, $a'],
  cos: ['cos.approx~.f32 $d, $a'],
  tan: ['sin.approx~.f32 $0, $a', 'cos.approx~.f32 $1, $a', 'div.approx~.f32 $d, $0, $1'],
  exp: [`mul.rn~.f32 $0, $a, ${log2e}`, 'ex2.approx~.f32 $d, $0'],
  exp2: ['ex2.approx~.f32 $d, $a'],
  exp10: [`mul.rn~.f32 $0, $a, ${log2of10}`, 'ex2.approx~.f32 $d, $0'],
  log: ['lg2.approx~.f32 $0, $a', `mul.rn~.f32 $d, $0, ${ln2}`],
  log2: ['lg2.approx~.f32 $d, $a'],
  log10: ['lg2.approx~.f32 $0, $a', `mul.rn~.f32 $d, $0, ${log10of2}`],
  pow: ['lg2.approx~.f32 $0, $a', 'mul.rn~.f32 $1, $0, $b', 'ex2.approx~.f32 $d, $1'],
};
