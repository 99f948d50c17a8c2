/** Numbers and addresses that do not grow evenly from lane to lane, but by constants: partners of butterflies, the halves of pairs, where chunks begin at multiples of their length. */
import type { Expression } from '../../../ir/module.ts';
import { modulo } from '../../../opt/analysis/intervals.ts';
import { bitwise, type Start } from './lane-starts.ts';
import type { Stride } from './strides.ts';

export type PlaceFacts = {
  readonly strideOf: (e: Expression) => Stride;
  /** Of the first lane. */
  readonly startOf: (e: Expression) => Start;
  readonly definitionOf: (local: number) => Expression | undefined;
  /** Of locals that are set before the region. */
  readonly heldBefore: (local: number) => Expression | undefined;
  /** Whether chunks begin at multiples of their length. */
  readonly aligned: boolean;
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
  return bits ? (ofLowBits(e, bits, width, facts) ?? ofGroup(e, width, facts)) : ofSum(e, width, facts);
}

/** Of a number of the first lane: what is left of a division by a power of two, where that is known of all chunks, and what it is at least. */
type Known = { readonly modulus: number; readonly rest: number; readonly least: number };

const blockNumbers: ReadonlySet<string> = new Set(['ctaid.x', 'ctaid.y', 'ctaid.z']);

function knownStart(e: Expression, width: number, facts: PlaceFacts): Known | undefined {
  if (e.kind === 'special') {
    if (e.name === 'tid.x') return facts.aligned ? { modulus: width, rest: 0, least: 0 } : undefined;
    return blockNumbers.has(e.name) ? { modulus: 1, rest: 0, least: 0 } : undefined;
  }
  if (e.kind === 'const') {
    const n = Number(e.value);
    return e.type === 'i32' ? { modulus: most, rest: modulo(n, most), least: n } : undefined;
  }
  if (e.kind === 'local') {
    const value = facts.definitionOf(e.index) ?? facts.heldBefore(e.index);
    return value && knownStart(value, width, facts);
  }
  const [x, y] = e.kind === 'op' && e.type === 'i32' ? e.args : [];
  const a = x && knownStart(x, width, facts);
  const b = y && knownStart(y, width, facts);
  if (e.kind !== 'op' || !a || !b || !y) return undefined;
  if (e.op === 'add' || e.op === 'sub') {
    const modulus = Math.min(a.modulus, b.modulus);
    if (e.op === 'add') return { modulus, rest: modulo(a.rest + b.rest, modulus), least: a.least + b.least };
    const least = y.kind === 'const' ? a.least - b.least : Number.NEGATIVE_INFINITY;
    return { modulus, rest: modulo(a.rest - b.rest, modulus), least };
  }
  const factor = y.kind !== 'const' ? 0 : e.op === 'mul' ? b.least : e.op === 'shl' && b.least < 16 ? 2 ** b.least : 0;
  if (factor <= 0 || factor > 2 ** 16) return undefined;
  const modulus = Math.min(most, a.modulus * (factor & -factor));
  return { modulus, rest: modulo(a.rest * factor, modulus), least: a.least * factor };
}

/** What a number of the first lane is at least, where places of threads do not pass the greatest integer; else minus infinity. */
export function leastOf(e: Expression, facts: Pick<PlaceFacts, 'definitionOf' | 'heldBefore'>): number {
  const nobodyKnows = Number.NEGATIVE_INFINITY;
  if (e.type !== 'i32') return nobodyKnows;
  if (e.kind === 'const') return Number(e.value);
  if (e.kind === 'special') return placeNames.test(e.name) ? 0 : nobodyKnows;
  if (e.kind === 'local') {
    const value = facts.definitionOf(e.index) ?? facts.heldBefore(e.index);
    return value ? leastOf(value, facts) : nobodyKnows;
  }
  if (e.kind !== 'op' || e.args.length !== 2) return nobodyKnows;
  const [a, b] = [leastOf(e.args[0]!, facts), leastOf(e.args[1]!, facts)];
  const by = e.args[1]!.kind === 'const' ? b : undefined;
  if (e.op === 'add') return a + b;
  if (e.op === 'sub') return by === undefined ? nobodyKnows : a - by;
  if (e.op === 'mul') return a >= 0 && b >= 0 && (by === undefined || by <= 2 ** 16) ? a * b : nobodyKnows;
  if (e.op === 'shl') return by !== undefined && by >= 0 && by <= 16 && a >= 0 ? a * 2 ** by : nobodyKnows;
  return (e.op === 'rem' || e.op === 'div') && a >= 0 && by !== undefined && by > 0 ? 0 : nobodyKnows;
}

const placeNames = /^n?(tid|ctaid)\.[xyz]$/;

/** Numbers cut to groups of a power of two (`i/32`, a row of a padded tree), where each chunk lies alike in its groups. */
function ofGroup(e: Operation, width: number, facts: PlaceFacts): Places | undefined {
  const [x, y] = e.args;
  if ((e.op !== 'shr.u' && e.op !== 'shr.s') || y?.kind !== 'const' || e.type !== 'i32') return undefined;
  const group = 2 ** Number(y.value);
  const start = knownStart(x!, width, facts);
  const places = start && placesOf(x!, width, facts);
  if (!places || group > most || places.some((n) => n < 0) || start.least < 0) return undefined;
  const cells = places.map((n) => start.rest + n);
  // Groups of several chunks: none may begin within this one.
  if (start.modulus % group !== 0 && cells.some((n) => n >= start.modulus)) return undefined;
  return cells.map((n) => Math.floor(n / group) - Math.floor(start.rest / group));
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
