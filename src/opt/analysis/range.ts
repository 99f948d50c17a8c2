/** Intervals of whole numbers of 32 and 64 bits: what operations make of them, and those that a launch gives. */
import { impossible } from '../../base/impossible.ts';
import type { Expression, Fn } from '../../ir/module.ts';
import type { SpecialName } from '../../ir/operations.ts';
import type { MemoryType, ValueType } from '../../ir/types.ts';
import { fewThreads } from '../../machine/kernel.ts';

/** `place`: made of numbers of threads and blocks and constants, as places in a grid and in what it works on are. */
export type Range = { readonly low: number; readonly high: number; readonly place?: Place };
/** `axes`: whose numbers are in it, a bit for each. `factor`: what constants multiply them by. */
type Place = { readonly axes: number; readonly factor: number };
export type Launched = Readonly<Record<SpecialName, Range>>;
export type RangeOf = (e: Expression) => Range | undefined;

/** Not negative, also where the value is taken without a sign: a number of a thread in its grid, which has no end below the greatest number, may have wrapped around. */
export const isSmall = ({ low, high }: Range): boolean => low >= 0 && high < most;

export const least = -(2 ** 31);
export const most = 2 ** 31 - 1;
const whole: Range = { low: least, high: most };
/** Doubles hold what lies nearer; farther numbers of 64 bits are unknown. */
const far = 2 ** 52;
const whole64: Range = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
export const wholeOf = (type: ValueType | undefined): Range => (type === 'i64' ? whole64 : whole);

const axes = ['x', 'y', 'z'] as const;
type Axis = (typeof axes)[number];

const placed = (low: number, high: number, ...on: readonly number[]): Range => ({
  low,
  high,
  place: { axes: on.reduce((all, bit) => all | (1 << bit), 0), factor: 1 },
});
const threadOf = (axis: Axis): number => axes.indexOf(axis);
const blockOf = (axis: Axis): number => 3 + axes.indexOf(axis);
const lanes = 6;
const cluster = 7;
const specials: Readonly<Record<SpecialName, Range>> = {
  laneid: placed(0, 31, lanes),
  'chunk.lane': placed(0, 31, lanes),
  'chunk.lanes': placed(1, 32, lanes),
  'tid.x': placed(0, 1023, threadOf('x')),
  'tid.y': placed(0, 1023, threadOf('y')),
  'tid.z': placed(0, 63, threadOf('z')),
  'ctaid.x': placed(0, most - 1, blockOf('x')),
  'ctaid.y': placed(0, 65534, blockOf('y')),
  'ctaid.z': placed(0, 65534, blockOf('z')),
  'ntid.x': placed(1, 1024, threadOf('x')),
  'ntid.y': placed(1, 1024, threadOf('y')),
  'ntid.z': placed(1, 64, threadOf('z')),
  'nctaid.x': placed(1, most, blockOf('x')),
  'nctaid.y': placed(1, 65535, blockOf('y')),
  'nctaid.z': placed(1, 65535, blockOf('z')),
  'cluster.nctaid.x': placed(1, 65535, cluster),
  'cluster.nctaid.y': placed(1, 65535, cluster),
  'cluster.nctaid.z': placed(1, 65535, cluster),
  'cluster.rank': placed(0, 65535, cluster),
  'cluster.size': placed(1, 65535, cluster),
  'dynamic.bytes': { low: 0, high: most },
  'launch.alone': { low: 0, high: 2 },
  'launch.round': { low: 0, high: most },
};

/** Where blocks have one size, there are few of them as well. */
export function specialsOf({ blockSize }: Pick<Fn, 'blockSize'>): Launched {
  if (!blockSize) return specials;
  const own = { ...specials };
  for (const [i, axis] of axes.entries()) {
    const size = blockSize[i]!;
    const blocks = Math.min(specials[`nctaid.${axis}`].high, Math.floor(fewThreads / size));
    own[`tid.${axis}`] = placed(0, size - 1, threadOf(axis));
    own[`ntid.${axis}`] = placed(size, size, threadOf(axis));
    own[`ctaid.${axis}`] = placed(0, blocks - 1, blockOf(axis));
    own[`nctaid.${axis}`] = placed(1, blocks, blockOf(axis));
  }
  return own;
}

export const none: Range = {
  low: Number.POSITIVE_INFINITY,
  high: Number.NEGATIVE_INFINITY,
  place: { axes: 0, factor: 1 },
};

export function union(a: Range, b: Range): Range {
  return joined(Math.min(a.low, b.low), Math.max(a.high, b.high), a, b);
}

function joined(low: number, high: number, ...of: readonly Range[]): Range {
  return withPlace(low, high, inSum(of));
}

function withPlace(low: number, high: number, place: Place | undefined): Range {
  return place ? { low, high, place } : { low, high };
}

/** Of what is added up, or one of which it is. */
function inSum(of: readonly Range[]): Place | undefined {
  let sum: Place | undefined = { axes: 0, factor: 1 };
  for (const { place } of of)
    sum = sum && place && { axes: sum.axes | place.axes, factor: Math.max(sum.factor, place.factor) };
  return sum;
}

/** Constants multiply places in a grid by what stands beside each other in a block, and a thread takes, at most; larger ones make hashes. */
const factorAtMost = 1024;

/** Products of numbers on the same axis are no place. */
function inProduct(a: Range, b: Range): Place | undefined {
  if (!a.place || !b.place || (a.place.axes & b.place.axes) !== 0) return undefined;
  const by = ({ low, high, place }: Range): number => (low === high ? Math.abs(low) : (place?.factor ?? 1));
  const factor = by(a) * by(b);
  return factor <= factorAtMost ? { axes: a.place.axes | b.place.axes, factor } : undefined;
}

/** Quotients by whole numbers are no farther from zero. */
function nearer(a: Range, by: Range | undefined): Range {
  if (by && by.low >= 0) return { low: Math.min(0, a.low), high: Math.max(0, a.high) };
  const end = Math.max(-a.low, a.high);
  return { low: -end, high: end };
}

export function ofExpression(
  e: Expression,
  rangeOf: RangeOf,
  ofLocal: (local: number) => Range,
  launched: Launched,
): Range | undefined {
  switch (e.kind) {
    case 'const':
      return Math.abs(Number(e.value)) > far ? undefined : placed(Number(e.value), Number(e.value));
    case 'special':
      return launched[e.name];
    case 'local':
      return ofLocal(e.index);
    case 'op':
      return ofOperation(e, rangeOf);
    case 'load':
      return small[e.memory];
    case 'global':
    case 'slot':
    case 'function':
    case 'dynamic-shared':
      return undefined;
    default:
      return impossible(e);
  }
}

/** What is loaded from fewer bytes. */
const small: Readonly<Partial<Record<MemoryType, Range>>> = {
  i8: { low: -128, high: 127 },
  i16: { low: -32768, high: 32767 },
};

function ofOperation(e: Extract<Expression, { kind: 'op' }>, rangeOf: RangeOf): Range | undefined {
  const [a, b, c] = e.args.map(rangeOf);
  const open = wholeOf(e.type);
  switch (e.op) {
    case 'extend':
      return a ?? whole;
    case 'extend.u':
      return a && isSmall(a) ? a : { low: 0, high: 2 ** 32 - 1 };
    case 'wrap':
      return a && a.low >= least && a.high <= most ? a : undefined;
    case 'and': {
      // The bits of a number that is not negative are all that can be left.
      const bound = [a, b].filter((r) => r !== undefined && r.low >= 0).map((r) => r?.high ?? open.high);
      return bound.length > 0 ? { low: 0, high: Math.min(...bound) } : undefined;
    }
    case 'add':
      return a && b && within(e.type, a.low + b.low, a.high + b.high, inSum([a, b]));
    case 'sub':
      return a && b && within(e.type, a.low - b.high, a.high - b.low, inSum([a, b]));
    case 'mul': {
      if (!a || !b) return undefined;
      const ends = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
      return within(e.type, Math.min(...ends), Math.max(...ends), inProduct(a, b));
    }
    case 'div':
      if (!a) return undefined;
      if (!b || b.low !== b.high || b.low <= 0) return nearer(a, b);
      return joined(Math.trunc(a.low / b.low), Math.trunc(a.high / b.low), a, b);
    case 'rem': {
      if (!b || b.low !== b.high || b.low === 0) return a && { low: Math.min(0, a.low), high: Math.max(0, a.high) };
      const end = Math.abs(b.low) - 1;
      return { low: a && a.low >= 0 ? 0 : -end, high: a ? Math.min(end, Math.max(0, a.high)) : end };
    }
    case 'shr.s':
    case 'shr.u':
      return b && b.low === b.high ? shifted(e, a, b.low) : undefined;
    case 'min':
      return {
        low: Math.min(a?.low ?? open.low, b?.low ?? open.low),
        high: Math.min(a?.high ?? open.high, b?.high ?? open.high),
      };
    case 'max':
      return {
        low: Math.max(a?.low ?? open.low, b?.low ?? open.low),
        high: Math.max(a?.high ?? open.high, b?.high ?? open.high),
      };
    case 'select':
      return b && c && union(b, c);
    default: // else: nothing is known
      return undefined;
  }
}

/** To the right; of a number without a sign that may have been below zero, the bits that are left. */
function shifted(
  { op, type }: Extract<Expression, { kind: 'op' }>,
  of: Range | undefined,
  by: number,
): Range | undefined {
  const bits = type === 'i64' ? 64 : 32;
  if (by < 0 || by >= bits) return undefined;
  const isPlain = op === 'shr.u' && (!of || of.low < 0);
  if (isPlain && by === 0) return undefined;
  const all = isPlain
    ? { low: 0, high: 2 ** (bits - by) - 1 }
    : { low: -(2 ** (bits - 1 - by)), high: 2 ** (bits - 1 - by) - 1 };
  const known = !of || isPlain ? all : { low: Math.floor(of.low / 2 ** by), high: Math.floor(of.high / 2 ** by) };
  const [low, high] = [Math.max(all.low, known.low), Math.min(all.high, known.high)];
  if (type === 'i64' && (low < -far || high > far)) return undefined;
  return of && !isPlain ? joined(low, high, of) : { low, high };
}

/** Sums and products that leave their bits may be anything, but for places: a grid has no more threads than 32 bits count. */
export function within(type: ValueType, low: number, high: number, place: Place | undefined): Range | undefined {
  if (type === 'i64') return low >= -far && high <= far ? withPlace(low, high, place) : undefined;
  if (low >= least && high <= most) return withPlace(low, high, place);
  if (!place || low > most || high < least) return undefined;
  return { low: Math.max(low, least), high: Math.min(high, most), place };
}
