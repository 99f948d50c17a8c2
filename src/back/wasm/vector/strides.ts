/** How numbers and addresses grow from lane to lane. */
import type { Expression } from '../../../ir/module.ts';
import type { ValueType } from '../../../ir/types.ts';
import { inWarp, type Start, staysBeside } from './lane-starts.ts';

/** Growth from lane to lane; 0 is the same in all; undefined is a vector. */
export type Stride = number | undefined;

export type StrideFacts = {
  readonly strideOf: (e: Expression) => Stride;
  /** Of the first lane, where chunks begin at multiples of their length. */
  readonly startOf: ((e: Expression) => Start) | undefined;
  /** The most lanes of a chunk. */
  readonly most?: number | undefined;
  /** Whether chunks are whole warps: others may begin anywhere in the end, where no place within them is asked for. */
  readonly wholeWarps: boolean;
};

export function strideOfOperation(e: Extract<Expression, { kind: 'op' }>, facts: StrideFacts): Stride {
  const x = e.args[0];
  const y = e.args[1];
  const a = x ? facts.strideOf(x) : 0;
  const b = y ? facts.strideOf(y) : 0;
  if (a === 0 && b === 0 && e.args.every((o, i) => i < 2 || facts.strideOf(o) === 0)) return 0;
  if (a === undefined || b === undefined) return undefined;
  if (facts.startOf && a === 1 && b === 0) {
    const found = inWarp(e, facts.startOf(x!), facts.startOf, facts.most);
    if (found !== undefined) return found;
    if (facts.wholeWarps && staysBeside(e, facts.startOf(x!))) return 0;
  }
  const whole = e.type !== 'f32' && e.type !== 'f64' && e.type !== 'bool';
  if (!whole) return undefined;
  switch (e.op) {
    case 'add':
    case 'offset':
      return sumOf(a, b, e.type);
    case 'sub':
      return sumOf(a, -b, e.type);
    case 'mul':
      if (y!.kind === 'const') return scaledStride(a, BigInt(y!.value), e.type);
      return x!.kind === 'const' ? scaledStride(b, BigInt(x!.value), e.type) : undefined;
    case 'shl':
      return y!.kind === 'const' && Number(y!.value) < 32 ? scaledStride(a, 1n << BigInt(y!.value), e.type) : undefined;
    // An index does not wrap within a chunk; a number that grows by leaps may.
    case 'extend':
      return Math.abs(a) <= 1 << 20 ? a : undefined;
    case 'wrap':
    case 'readable':
    case 'cast.space':
    case 'to.address':
    case 'from.address':
      return a;
    default:
      return undefined;
  }
}

function sumOf(a: number, b: number, type: ValueType): Stride {
  const short = (a + b) | 0;
  return type === 'i32' || short === a + b ? short : undefined;
}

/** The stride of a multiple; unknown where an i64 would need more than 32 bits. */
function scaledStride(stride: number, factor: bigint, type: ValueType): Stride {
  const product = BigInt(stride) * factor;
  const short = BigInt.asIntN(32, product);
  return type === 'i32' || short === product ? Number(short) : undefined;
}
