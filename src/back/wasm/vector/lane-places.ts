/** Numbers and addresses that do not grow evenly from lane to lane, but by constants: partners of butterflies, the halves of pairs, where chunks begin at multiples of their length. */
import type { Expression } from '../../../ir/module.ts';
import { bitwise, type Start } from './lane-starts.ts';
import type { Stride } from './strides.ts';

export type PlaceFacts = {
  readonly strideOf: (e: Expression) => Stride;
  /** Of the first lane. */
  readonly startOf: (e: Expression) => Start;
  readonly definitionOf: (local: number) => Expression | undefined;
};

type Operation = Extract<Expression, { kind: 'op' }>;
type Places = readonly number[];

/** How far each of `width` lanes lies behind the first one; undefined where that is no constant. */
export function placesOf(e: Expression, width: number, facts: PlaceFacts): Places | undefined {
  const stride = facts.strideOf(e);
  if (stride !== undefined) return Array.from({ length: width }, (_, i) => i * stride);
  if (e.kind === 'local') {
    const value = facts.definitionOf(e.index);
    return value && placesOf(value, width, facts);
  }
  if (e.kind !== 'op' || e.type === 'bool' || e.type === 'f32' || e.type === 'f64') return undefined;
  const bits = ofBits[e.op];
  return bits ? ofLowBits(e, bits, width, facts) : ofSum(e, width, facts);
}

const ofBits: typeof bitwise = { ...bitwise, 'shr.u': (x, y) => x >> y, 'shr.s': (x, y) => x >> y };

function ofSum(e: Operation, width: number, facts: PlaceFacts): Places | undefined {
  const [x, y] = e.args;
  const a = x && placesOf(x, width, facts);
  if (!a) return undefined;
  const b = y && placesOf(y, width, facts);
  const by = y?.kind === 'const' ? Number(y.value) : undefined;
  switch (e.op) {
    case 'add':
    case 'offset':
      return b && a.map((n, i) => n + b[i]!);
    case 'sub':
      return b && a.map((n, i) => n - b[i]!);
    case 'mul':
      return by !== undefined && Math.abs(by) <= most ? near(a.map((n) => n * by)) : undefined;
    case 'shl':
      return by !== undefined && by >= 0 && by < 20 ? near(a.map((n) => n * 2 ** by)) : undefined;
    case 'extend':
    case 'wrap':
    case 'cast.space':
      return a;
    default: // else: nothing is known
      return undefined;
  }
}

const most = 2 ** 20;
const near = (places: Places): Places | undefined => (places.every((n) => Math.abs(n) <= most) ? places : undefined);

/** Of numbers whose lanes share all bits but the lowest, of which a chunk has as many as tell its lanes. */
function ofLowBits(
  e: Operation,
  bits: (x: number, y: number) => number,
  width: number,
  facts: PlaceFacts,
): Places | undefined {
  const [x, y] = e.args;
  const a = lowBits(x!, width, facts);
  const shifts = e.op === 'shr.u' || e.op === 'shr.s';
  const by = shifts && y!.kind === 'const' ? Number(y!.value) : undefined;
  if (!a || (shifts && (by === undefined || by < 0 || 2 ** by > width))) return undefined;
  const b = by === undefined ? lowBits(y!, width, facts) : a.map(() => by);
  const values = b && a.map((n, i) => bits(n, b[i]!));
  return values?.map((n) => n - values[0]!);
}

/** What each lane has beyond a multiple of `width` that all of them share. */
function lowBits(e: Expression, width: number, facts: PlaceFacts): Places | undefined {
  const places = e.type === 'i32' ? placesOf(e, width, facts) : undefined;
  const { rest } = facts.startOf(e);
  if (!places || rest === undefined) return undefined;
  const values = places.map((n) => (rest % width) + n);
  return values.every((n) => n >= 0 && n < width) ? values : undefined;
}
