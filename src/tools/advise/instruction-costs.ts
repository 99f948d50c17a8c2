/** How many instructions of a GPU an operation of the IR becomes, on which units, and after how many cycles its result is there. */
import type { Expression } from '../../ir/module.ts';
import type { UnitName } from './counts.ts';

export type Cost = {
  readonly unit: UnitName;
  readonly count: number;
  /** Instructions of the unit for special functions besides. */
  readonly special?: number;
  /** Instructions for integers besides: what puts a function together of its parts. */
  readonly integers?: number;
  readonly latency: number;
  readonly flops: number;
};

type Op = Extract<Expression, { readonly kind: 'op' }>;

const cost = (unit: UnitName, count: number, latency: number, flops = 0, special = 0): Cost => ({
  unit,
  count,
  latency,
  flops,
  special,
});
const withIntegers = (integers: number, given: Cost): Cost => ({ ...given, integers });
const free = cost('int', 0, 0);
const plain = cost('int', 1, 5);

/** Of 32 and of 64 bits: sequences that ptxas makes, as sm_80 and sm_90 have them, and as they were measured (bench/model/constants.cuf). */
const reals: Readonly<Record<string, readonly [Cost, Cost]>> = {
  add: [cost('fp32', 1, 4, 1), cost('fp64', 1, 8, 1)],
  sub: [cost('fp32', 1, 4, 1), cost('fp64', 1, 8, 1)],
  mul: [cost('fp32', 1, 4, 1), cost('fp64', 1, 8, 1)],
  fma: [cost('fp32', 1, 4, 2), cost('fp64', 1, 8, 2)],
  div: [withIntegers(4, cost('fp32', 11, 46, 1, 1)), cost('fp64', 14, 115, 1, 1)],
  'fast.div': [cost('fp32', 2, 30, 1, 1), cost('fp64', 14, 115, 1, 1)],
  sqrt: [withIntegers(3, cost('fp32', 9, 47, 1, 1)), cost('fp64', 15, 85, 1, 1)],
  rsqrt: [withIntegers(3, cost('fp32', 4, 35, 1, 1)), cost('fp64', 12, 100, 1, 1)],
  sin: [withIntegers(10, cost('fp32', 16, 84, 1)), withIntegers(20, cost('fp64', 28, 150, 1))],
  cos: [withIntegers(10, cost('fp32', 16, 84, 1)), withIntegers(20, cost('fp64', 28, 150, 1))],
  tan: [cost('fp32', 30, 110, 1), cost('fp64', 80, 600, 1)],
  exp: [cost('fp32', 7, 40, 1, 1), cost('fp64', 31, 170, 1)],
  exp2: [cost('fp32', 4, 30, 1, 1), cost('fp64', 26, 200, 1)],
  exp10: [cost('fp32', 8, 40, 1, 1), cost('fp64', 28, 200, 1)],
  log: [withIntegers(4, cost('fp32', 20, 75, 1)), cost('fp64', 56, 330, 1)],
  log2: [withIntegers(4, cost('fp32', 20, 75, 1)), cost('fp64', 56, 330, 1)],
  log10: [withIntegers(4, cost('fp32', 21, 75, 1)), cost('fp64', 58, 330, 1)],
  pow: [withIntegers(30, cost('fp32', 84, 210, 1, 2)), cost('fp64', 215, 1200, 1)],
  tanh: [cost('fp32', 20, 88, 1, 2), cost('fp64', 90, 500, 1)],
  atan: [cost('fp32', 22, 122, 1, 1), cost('fp64', 90, 500, 1)],
  'fast.sin': [cost('fp32', 1, 30, 1, 1), cost('fp64', 1, 30, 1, 1)],
  'fast.cos': [cost('fp32', 1, 30, 1, 1), cost('fp64', 1, 30, 1, 1)],
  'fast.exp2': [cost('fp32', 1, 30, 1, 1), cost('fp64', 1, 30, 1, 1)],
  'fast.log2': [cost('fp32', 1, 30, 1, 1), cost('fp64', 1, 30, 1, 1)],
};
const otherMath: readonly [Cost, Cost] = [cost('fp32', 40, 150, 1), cost('fp64', 90, 500, 1)];

const none = new Set([
  'extend',
  'extend.u',
  'wrap',
  'cast.space',
  'to.address',
  'from.address',
  'bitcast',
  'neg',
  'abs',
  'not',
]);
const converts = new Set([
  'to.i32',
  'to.i64',
  'to.u32',
  'to.u64',
  'to.f32',
  'to.f64',
  'u.to.f32',
  'u.to.f64',
  'floor',
  'ceil',
  'trunc',
  'nearest',
]);
const divides = new Set(['div', 'rem', 'div.u', 'rem.u']);
const simple = new Set([
  'min',
  'max',
  'select',
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'lt.u',
  'le.u',
  'copysign',
  'and',
  'or',
  'xor',
]);

export function costOf(e: Op): Cost {
  const type = e.args[0]?.type;
  const isDouble = type === 'f64' || e.type === 'f64';
  if (none.has(e.op)) return free;
  // From integers of 32 bits the units for integers make it.
  if (e.op === 'to.f32' && type === 'i32') return plain;
  if (e.op === 'popcount') return cost('special', type === 'i64' ? 2 : 1, 15);
  if (converts.has(e.op)) return isDouble ? cost('fp64', 1, 10, 0, 1) : cost('special', 1, 12);
  if (isDivision(e)) return divisionOf(e);
  if (isFused(e)) return free;
  if (simple.has(e.op)) return type === 'f64' ? cost('fp64', 1, 8) : plain;
  if (type === 'f32' || type === 'f64') return (reals[e.op] ?? otherMath)[isDouble ? 1 : 0];
  // What an address has besides its base goes into the instruction.
  if (e.op === 'offset') return e.args[1]?.kind === 'const' ? free : plain;
  // Products of extended numbers are one instruction, and addresses that advance in loops are counted along.
  if (e.op === 'mul' && type === 'i64') return isScale(e) ? free : cost('int', isWide(e) ? 1 : 4, isWide(e) ? 6 : 14);
  // Bits of addresses are not looked at: these are numbers, in two halves.
  if (type === 'i64') return inHalves.has(e.op) ? cost('int', 2, 6) : cost('int', 0.5, 5);
  return plain;
}

export function isDivision(e: Op): boolean {
  return divides.has(e.op) && e.type !== 'f32' && e.type !== 'f64';
}

/** By a constant it is a multiplication and shifts; by a power of two less. */
function divisionOf({ args, type }: Op): Cost {
  const by = args[1];
  if (by?.kind === 'const') return cost('int', isPower(Number(by.value)) ? 2 : 4, 14);
  return type === 'i64' ? cost('int', 98, 330) : cost('int', 20, 112, 0, 1);
}

function isPower(n: number): boolean {
  return n > 0 && Math.log2(n) % 1 === 0;
}

/** Part of the instruction that makes its argument: a product that is added to, bits that are compared with none. */
function isFused({ op, args, type }: Op): boolean {
  const makes = (name: string): boolean => args.some((a) => a.kind === 'op' && a.op === name && a.type === 'i32');
  if (op === 'add' || op === 'sub') return type === 'i32' && makes('mul');
  return (op === 'eq' || op === 'ne') && makes('and') && args.some((a) => a.kind === 'const' && a.value === 0);
}

const inHalves = new Set(['and', 'or', 'xor', 'shl', 'shr', 'shr.u', 'not']);

/** A product of two numbers of 32 bits. */
function isWide({ args }: Op): boolean {
  return args.some(
    (a) =>
      (a.kind === 'op' && a.op.startsWith('extend')) || (a.kind === 'const' && Math.abs(Number(a.value)) < 2 ** 31),
  );
}

/** The bytes of an element or of a row: part of the addition that makes an address. */
function isScale({ args }: Op): boolean {
  const [, by] = args;
  return by?.kind === 'const' && Math.abs(Number(by.value)) < 2 ** 31;
}

/** Registers that a sequence of instructions works with besides its arguments and its result. */
export function workRegisters(e: Op): number {
  if (isDivision(e)) return e.args[1]?.kind === 'const' ? 1 : e.type === 'i64' ? 14 : 6;
  const [single, double] = work[e.op] ?? [0, 0];
  return e.type === 'f64' ? double : e.type === 'f32' ? single : 0;
}

const work: Readonly<Record<string, readonly [number, number]>> = {
  div: [6, 12],
  sqrt: [4, 12],
  rsqrt: [1, 8],
  sin: [10, 16],
  cos: [10, 16],
  tan: [10, 18],
  exp: [2, 12],
  exp2: [1, 12],
  exp10: [2, 12],
  log: [4, 14],
  log2: [4, 14],
  log10: [4, 14],
  pow: [10, 26],
};
