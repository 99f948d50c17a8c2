/** What is known of a number in the first lane of a chunk, from where its threads stand in their block. */
import type { Expression } from '../../../ir/module.ts';
import type { OperationName } from '../../../ir/operations.ts';

/**
 * What is known of a number in the chunk's first lane: what is left of a division by 32 (0 stands for a multiple of the chunk's length), and how far it lies
 * behind threadIdx%x.
 */
export type Start = { readonly rest: number | undefined; readonly behind: number | undefined };
export const nowhere: Start = { rest: undefined, behind: undefined };

export type StartFacts = {
  readonly wholeWarps: boolean;
  /** The most lanes of a chunk. */
  readonly most?: number | undefined;
  readonly startOfLocal: (local: number) => Start;
};

/** `definitionOf`: what a local is made of, where all lanes set it. */
export type FirstFacts = StartFacts & { readonly definitionOf: (local: number) => Expression | undefined };

/** What a local holds that is set before the region. */
export type HeldBy = (local: number) => Expression | undefined;

const warpSize = 32;

export function startOf(e: Expression, facts: StartFacts): Start {
  switch (e.kind) {
    case 'const':
      return e.type === 'i32' ? { rest: Number(e.value) & 31, behind: undefined } : nowhere;
    case 'special': {
      if (e.name === 'tid.x') return { rest: 0, behind: 0 };
      const whole = facts.wholeWarps && (e.name === 'laneid' || e.name === 'ntid.x');
      return whole ? { rest: 0, behind: undefined } : nowhere;
    }
    case 'local':
      return facts.startOfLocal(e.index);
    case 'op':
      return startOfOperation(e, facts);
    default: // else: nothing is known of where it begins
      return nowhere;
  }
}

function startOfOperation(e: Extract<Expression, { kind: 'op' }>, facts: StartFacts): Start {
  if (e.type !== 'i32') return nowhere;
  const [x, y] = e.args;
  const [a, b] = [startOf(x!, facts), y ? startOf(y, facts) : nowhere];
  const sign = e.op === 'sub' ? -1 : 1;
  if (e.op === 'add' || e.op === 'sub') {
    const rest = a.rest === undefined || b.rest === undefined ? undefined : (a.rest + sign * b.rest) & 31;
    const behind = a.behind !== undefined && y!.kind === 'const' ? a.behind + sign * Number(y!.value) : undefined;
    return { rest, behind };
  }
  if (e.op === 'shl' && y!.kind === 'const' && 2 ** Number(y!.value) >= (facts.most ?? warpSize))
    return { rest: 0, behind: undefined };
  const combined = ofLowBits[e.op];
  if (combined && a.rest !== undefined && b.rest !== undefined)
    return { rest: combined(a.rest, b.rest) & 31, behind: undefined };
  if ((e.op === 'mul' || e.op === 'and') && (a.rest === 0 || b.rest === 0)) return { rest: 0, behind: undefined };
  return nowhere;
}

type OfNumbers = (x: number, y: number) => number;

/** Bit by bit. */
export const bitwise: Partial<Record<OperationName, OfNumbers>> = {
  and: (x, y) => x & y,
  or: (x, y) => x | y,
  xor: (x, y) => x ^ y,
};

/** Operations whose lowest bits are made of those of what they take. */
const ofLowBits: typeof bitwise = { ...bitwise, mul: Math.imul };

/** The number that the chunk's first lane finds, where chunks are whole warps and it is the same in all of them. */
export function firstOf(e: Expression, facts: FirstFacts): number | undefined {
  if (!facts.wholeWarps || e.type !== 'i32') return undefined;
  if (e.kind === 'const') return Number(e.value);
  if (e.kind === 'special') return e.name === 'laneid' ? 0 : undefined;
  if (e.kind === 'local') {
    const value = facts.definitionOf(e.index);
    return value && firstOf(value, facts);
  }
  if (e.kind !== 'op') return undefined;
  const [x, y] = e.args;
  if (e.op === 'and' || e.op === 'rem') {
    const ofLane = y?.kind === 'const' && Number(y.value) === (e.op === 'and' ? warpSize - 1 : warpSize);
    return ofLane && inWarp(e, startOf(x!, facts), () => nowhere) === 1 ? 0 : undefined;
  }
  if (e.op !== 'add' && e.op !== 'sub') return undefined;
  const [a, b] = [firstOf(x!, facts), firstOf(y!, facts)];
  return a === undefined || b === undefined ? undefined : e.op === 'add' ? a + b : a - b;
}

/** The parts of a number that counts up through a row: which group of neighbours, or which place in it. `most`: lanes of a chunk, a power of two; it lies within groups of so many. */
export function inWarp(
  e: Extract<Expression, { kind: 'op' }>,
  start: Start,
  startOf: (e: Expression) => Start,
  most: number = warpSize,
): 0 | 1 | -1 | undefined {
  const by = e.args[1];
  if (start.rest === undefined || start.rest % most !== 0 || !by || e.type !== 'i32') return undefined;
  if (by.kind !== 'const') return ofBits(e.op, startOf(by).rest, most);
  const n = Number(by.value);
  const positive = start.behind !== undefined && start.behind >= 0 && n > 0 && n % most === 0;
  switch (e.op) {
    case 'and':
      return n >= most - 1 && Number.isInteger(Math.log2(n + 1)) ? 1 : undefined;
    case 'shr.s':
    case 'shr.u':
      return n < 32 && 2 ** n >= most ? 0 : undefined;
    case 'div':
      return positive ? 0 : undefined;
    case 'rem':
      return positive ? 1 : undefined;
    default:
      return undefined;
  }
}

/** Whether the lanes of a warp all lie on the same side of a constant, which lies between two warps: `x` counts up through a row. */
export function staysBeside(e: Extract<Expression, { kind: 'op' }>, x: Start): boolean {
  const [of, by] = e.args;
  const first = beside[e.op];
  if (first === undefined || of?.type !== 'i32' || by?.kind !== 'const') return false;
  if (x.rest === undefined || x.behind === undefined || Math.abs(x.behind) > mostBehind) return false;
  return (Number(by.value) + first - x.rest) % warpSize === 0;
}

/** How far the first number on the other side lies behind the constant. */
const beside: Partial<Record<OperationName, number>> = { lt: 0, ge: 0, le: 1, gt: 1 };
/** No thread's number passes the greatest integer. */
const mostBehind = 2 ** 30;

/** A number that all lanes share whose lowest bits, as many as tell the lanes, are all set or none of them. */
function ofBits(name: OperationName, rest: number | undefined, most: number): 0 | 1 | -1 | undefined {
  if (rest === undefined || !(name === 'and' || name === 'or' || name === 'xor')) return undefined;
  const low = rest % most;
  return low === 0 ? growthBy[name].none : low === most - 1 ? growthBy[name].all : undefined;
}

const growthBy = {
  and: { none: 0, all: 1 },
  or: { none: 1, all: 0 },
  xor: { none: 1, all: -1 },
} as const;

/** Of a part of a number that grows by one from lane to lane: how many neighbours are such a group. */
export function groupOf(e: Extract<Expression, { kind: 'op' }>, heldBy: HeldBy): number | undefined {
  const by = e.args[1];
  if (!by || e.type !== 'i32') return undefined;
  if (by.kind !== 'const')
    return e.op === 'and' || e.op === 'or' || e.op === 'xor' ? 2 ** knownBits(by, heldBy) : undefined;
  const n = Number(by.value);
  const size =
    e.op === 'and' ? n + 1 : e.op === 'shr.s' || e.op === 'shr.u' ? 2 ** n : e.op === 'div' || e.op === 'rem' ? n : 0;
  return size > 0 && Number.isInteger(Math.log2(size)) ? size : undefined;
}

/** How many of the lowest bits of a number are known that is a sum of multiples of powers of two. */
function knownBits(e: Expression, heldBy: HeldBy): number {
  if (e.kind === 'const') return warpBits;
  const value = e.kind === 'local' ? heldBy(e.index) : undefined;
  if (value) return knownBits(value, heldBy);
  if (e.kind !== 'op') return 0;
  if (e.op === 'shl' && e.args[1]!.kind === 'const') return Math.min(Number(e.args[1]!.value), warpBits);
  return e.op === 'add' || e.op === 'sub' ? Math.min(...e.args.map((a) => knownBits(a, heldBy))) : 0;
}

const warpBits = Math.log2(warpSize);
