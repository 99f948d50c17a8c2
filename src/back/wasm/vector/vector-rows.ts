/** Each operation that four lanes do together: numbers of vector instructions (behind the byte 0xfd) by the lanes' type; what is missing is done lane by lane. */
import type { OperationName } from '../../../ir/operations.ts';

/** What one lane holds. A bool lane is all ones or all zeros in 32 bits. */
export type LaneType = 'bool' | 'i32' | 'i64' | 'f32' | 'f64';

export type VectorRow = Readonly<Partial<Record<LaneType, number>>>;

/** Two arguments or one, all of the type of the result (comparisons: of the arguments). */
export const vectorRows: Readonly<Partial<Record<OperationName, VectorRow>>> = {
  add: { i32: 174, i64: 206, f32: 228, f64: 240 },
  sub: { i32: 177, i64: 209, f32: 229, f64: 241 },
  mul: { i32: 181, i64: 213, f32: 230, f64: 242 },
  div: { f32: 231, f64: 243 },
  'fast.div': { f32: 231, f64: 243 },
  min: { i32: 182 },
  max: { i32: 184 },
  and: { bool: 78, i32: 78, i64: 78 },
  or: { bool: 80, i32: 80, i64: 80 },
  xor: { bool: 81, i32: 81, i64: 81 },
  not: { bool: 77 },
  neg: { f32: 225, f64: 237 },
  abs: { f32: 224, f64: 236 },
  sqrt: { f32: 227, f64: 239 },
  ceil: { f32: 103, f64: 116 },
  floor: { f32: 104, f64: 117 },
  trunc: { f32: 105, f64: 122 },
  nearest: { f32: 106, f64: 148 },
  eq: { bool: 55, i32: 55, i64: 214, f32: 65, f64: 71 },
  ne: { bool: 56, i32: 56, i64: 215, f32: 66, f64: 72 },
  lt: { i32: 57, i64: 216, f32: 67, f64: 73 },
  gt: { i32: 59, i64: 217, f32: 68, f64: 74 },
  le: { i32: 61, i64: 218, f32: 69, f64: 75 },
  ge: { i32: 63, i64: 219, f32: 70, f64: 76 },
  'lt.u': { i32: 58 },
  'le.u': { i32: 62 },
  bitcast: {},
};

/** Shifts take one amount for all lanes. */
export const shiftRows: Readonly<Partial<Record<OperationName, VectorRow>>> = {
  shl: { i32: 171, i64: 203 },
  'shr.s': { i32: 172, i64: 204 },
  'shr.u': { i32: 173, i64: 205 },
};

/** The second where it is less (greater), else the first, also where one is NaN. */
export const extremeRows: Readonly<Partial<Record<OperationName, VectorRow>>> = {
  min: { f32: 234, f64: 246 },
  max: { f32: 235, f64: 247 },
};

/** On all bits; `andNot` is the first without the second. */
export const bitwise = { not: 77, and: 78, andNot: 79, or: 80, xor: 81 } as const;

export const lane = {
  load: 0,
  store: 11,
  constant: 12,
  /** Eight bytes, as lanes twice as long: of lanes of so many bytes, with signs. */
  loadWidened: { 1: 1, 2: 3 },
  /** The same of bytes without signs. */
  loadUnsigned: 2,
  /** Four or eight bytes, zeros behind them; the low eight bytes as halves with their signs. */
  loadZero: { 4: 92, 8: 93 },
  widenBytes: 135,
  widenUnsigned: 137,
  /** Of 16-bit lanes: up and, with signs, down again; sums, differences, products. */
  shiftShorts: [139, 140],
  ofShorts: { add: 142, sub: 145, mul: 149 },
  /** Of 16-bit lanes with signs, the lower and the upper half. */
  widen: [167, 168],
  /** Bytes by places that are all below 16 (the relaxed form, which is one instruction). */
  permute: 256,
  shuffle: 13,
  bitselect: 82,
  /** By masks whose lanes are all ones or all zeros: one instruction, where selecting by bits is three (the relaxed forms agree for such masks). */
  choose: 267,
  anyTrue: 83,
  allTrue: 163,
  allTrueOf16: 131,
  /** Of lanes of so many bytes. */
  bitmask: { 1: 100, 2: 132, 4: 164 },
  /** Of two vectors, lanes of so many bytes, with signs, to half of that. */
  narrow: { 4: 133, 2: 101 },
  /** The same without signs: what is greater becomes the greatest. */
  narrowUnsigned: { 4: 134, 2: 102 },
  splat: { bool: 17, i32: 17, i64: 18, f32: 19, f64: 20 },
  extract: { bool: 27, i32: 27, i64: 29, f32: 31, f64: 33 },
  replace: { bool: 28, i32: 28, i64: 30, f32: 32, f64: 34 },
  /** Of i32 lanes. */
  greatest: 184,
  greater: 59,
  equal: { bool: 55, i32: 55, i64: 214, f32: 65, f64: 71 },
  ofBytes: { add: 110 },
  /** Sums of two neighbours, without signs, twice: of bytes in lanes of 32 bits. */
  sumsOfBytes: [125, 127],
  loadLane: { 1: 84, 2: 85, 4: 86, 8: 87 },
  loadSplat: { 4: 9, 8: 10 },
  storeLane: { 1: 88, 2: 89, 4: 90, 8: 91 },
  extendLow: { signed: 199, unsigned: 201 },
  extendHigh: { signed: 200, unsigned: 202 },
  fma: { f32: 261, f64: 263 },
  /** c - a*b */
  fnma: { f32: 262, f64: 264 },
  convertI32ToF32: 250,
  convertU32ToF32: 251,
  truncF32ToI32: 248,
  convertLowI32ToF64: 254,
  convertLowU32ToF64: 255,
  truncF64ToI32: 252,
  truncF32ToU32: 249,
  truncF64ToU32: 253,
  /** The same for numbers that an i32 holds (the relaxed form, which is one instruction). */
  cutF32ToI32: 257,
  cutF64ToI32: 259,
  /** Of i32 lanes as i64, from the lower or upper half. */
  productLow: { signed: 220, unsigned: 222 },
  productHigh: { signed: 221, unsigned: 223 },
  /** Of lanes of two bytes. */
  shortProductLow: 188,
  shortProductHigh: 189,
  /** Of lanes of two bytes: the product divided by 2**15, rounded. */
  shortProductRounded: 130,
  promoteLow: 95,
  demote: 94,
} as const;
