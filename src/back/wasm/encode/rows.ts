/** Each operation of the IR in WebAssembly: instruction bytes by the first argument's type (`from>to` for conversions), or what else it takes. */
import type { OperationName } from '../../../ir/operations.ts';

/** The instruction, after the arguments are on the stack. */
export type Plain = { readonly [key: string]: readonly number[] };

export type Row =
  | { readonly how: 'plain'; readonly of: Plain }
  /** A function `math.<op>` of f64 that the runtime gives. */
  | { readonly how: 'import' }
  /** A function of helpers.ts, in the module itself; the type is added to the name. */
  | { readonly how: 'helper' }
  /** Written by operations.ts. */
  | { readonly how: 'special' };

const plain = (of: Plain): Row => ({ how: 'plain', of });
const imported: Row = { how: 'import' };
const helper: Row = { how: 'helper' };
const special: Row = { how: 'special' };
const numbers = (i32: number, i64: number, f32: number, f64: number): Row =>
  plain({ i32: [i32], i64: [i64], f32: [f32], f64: [f64] });
const integers = (i32: number, i64: number): Row => plain({ i32: [i32], i64: [i64] });
const floats = (f32: number, f64: number): Row => plain({ f32: [f32], f64: [f64] });

export const rows = {
  add: numbers(0x6a, 0x7c, 0x92, 0xa0),
  sub: numbers(0x6b, 0x7d, 0x93, 0xa1),
  mul: numbers(0x6c, 0x7e, 0x94, 0xa2),
  div: special,
  rem: special,
  'div.u': special,
  'rem.u': special,
  min: special,
  max: special,
  'mul.high': helper,
  'mul.high.u': helper,
  and: integers(0x71, 0x83),
  or: integers(0x72, 0x84),
  xor: integers(0x73, 0x85),
  not: plain({ i32: [0x45] }),
  shl: integers(0x74, 0x86),
  'shr.s': integers(0x75, 0x87),
  'shr.u': integers(0x76, 0x88),
  popcount: plain({ i32: [0x69], i64: [0x7b, 0xa7] }),
  clz: plain({ i32: [0x67], i64: [0x79, 0xa7] }),
  ctz: plain({ i32: [0x68], i64: [0x7a, 0xa7] }),
  reverse: helper,
  neg: floats(0x8c, 0x9a),
  abs: floats(0x8b, 0x99),
  sqrt: floats(0x91, 0x9f),
  rsqrt: special,
  copysign: floats(0x98, 0xa6),
  floor: floats(0x8e, 0x9c),
  ceil: floats(0x8d, 0x9b),
  trunc: floats(0x8f, 0x9d),
  nearest: floats(0x90, 0x9e),
  fma: special,
  fmod: imported,
  sin: imported,
  cos: imported,
  tan: imported,
  asin: imported,
  acos: imported,
  atan: imported,
  atan2: imported,
  sinh: imported,
  cosh: imported,
  tanh: imported,
  asinh: imported,
  acosh: imported,
  atanh: imported,
  exp: imported,
  exp2: imported,
  exp10: imported,
  expm1: imported,
  log: imported,
  log2: imported,
  log10: imported,
  log1p: imported,
  pow: imported,
  cbrt: imported,
  hypot: imported,
  erf: imported,
  erfc: imported,
  gamma: imported,
  lgamma: imported,
  j0: imported,
  j1: imported,
  y0: imported,
  y1: imported,
  jn: imported,
  yn: imported,
  eq: numbers(0x46, 0x51, 0x5b, 0x61),
  ne: numbers(0x47, 0x52, 0x5c, 0x62),
  lt: numbers(0x48, 0x53, 0x5d, 0x63),
  le: numbers(0x4c, 0x57, 0x5f, 0x65),
  gt: numbers(0x4a, 0x55, 0x5e, 0x64),
  ge: numbers(0x4e, 0x59, 0x60, 0x66),
  'lt.u': integers(0x49, 0x54),
  'le.u': integers(0x4d, 0x58),
  select: special,
  extend: plain({ i32: [0xac] }),
  'extend.u': plain({ i32: [0xad] }),
  wrap: special,
  sign8: plain({ i32: [0xc0] }),
  sign16: plain({ i32: [0xc1] }),
  'to.i32': plain({ 'i32>i32': [], 'f32>i32': [0xfc, 0], 'f64>i32': [0xfc, 2] }),
  'to.i64': plain({ 'f32>i64': [0xfc, 4], 'f64>i64': [0xfc, 6] }),
  'to.u32': plain({ 'f32>i32': [0xfc, 1], 'f64>i32': [0xfc, 3] }),
  'to.u64': plain({ 'f32>i64': [0xfc, 5], 'f64>i64': [0xfc, 7] }),
  'to.f32': plain({ 'i32>f32': [0xb2], 'i64>f32': [0xb4], 'f64>f32': [0xb6] }),
  'to.f64': plain({ 'i32>f64': [0xb7], 'i64>f64': [0xb9], 'f32>f64': [0xbb] }),
  'u.to.f32': plain({ 'i32>f32': [0xb3], 'i64>f32': [0xb5] }),
  'u.to.f64': plain({ 'i32>f64': [0xb8], 'i64>f64': [0xba] }),
  bitcast: plain({ 'i32>f32': [0xbe], 'f32>i32': [0xbc], 'i64>f64': [0xbf], 'f64>i64': [0xbd] }),
  offset: special,
  'to.address': special,
  'from.address': special,
  'cast.space': special,
  readable: special,
  'is.global': special,
  'cluster.map': special,
  'fast.sin': imported,
  'fast.cos': imported,
  'fast.exp2': imported,
  'fast.log2': imported,
  'fast.div': floats(0x95, 0xa3),
} satisfies Record<OperationName, Row>;
