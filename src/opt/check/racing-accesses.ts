/**
 * Which accesses of a launch may race with another one: those to one array of which two threads may come to one place, one of them to write, with no barrier between. What is
 * not among them need not be written down.
 */
import type { Expression, Fn, Statement } from '../../ir/module.ts';
import { eachExpressionOf, eachStatement } from '../../ir/walk.ts';
import { barrierRounds } from '../analysis/barrier-rounds.ts';
import { barrierSegments } from '../analysis/barrier-segments.ts';
import { sourceOf } from '../analysis/copy-source.ts';
import { isOfRound } from '../analysis/launch/loop-values.ts';
import { type Meeting, mayMeet, type Spot } from '../analysis/launch-conflicts.ts';
import type { LaunchRanges } from '../analysis/launch-ranges.ts';
import { onlyValues } from './address-roots.ts';

/** What the address of an access is counted from, as in `Reach`; '' where nobody knows. */
type Shared = {
  readonly number: number;
  readonly of: object;
  readonly how: 'read' | 'write' | 'atomic';
  readonly base: string;
  readonly space: 'shared' | 'global' | 'any';
  /** Others may wait for it. */
  readonly orders: boolean;
};

/** `placeOf`: which memory a base is in and where it begins there; undefined where that is not known. */
export type Bases = (base: string) => { readonly memory: string; readonly at: number } | undefined;

export class RacingAccesses {
  readonly #all: readonly Shared[];
  readonly #segmentOf: (access: object) => number | undefined;
  readonly #roundsOf: (a: object, b: object) => ReadonlySet<string>;
  /** Whether two accesses that are counted from one base may meet. */
  readonly #known = new WeakMap<LaunchRanges, Map<string, boolean>>();

  constructor(fn: Fn) {
    this.#all = sharedIn(fn);
    this.#segmentOf = barrierSegments(fn.body);
    this.#roundsOf = barrierRounds(fn.body);
  }

  in(ranges: LaunchRanges, placeOf: Bases): ReadonlySet<object> {
    const racing = new Set<object>();
    const come = this.#all
      .filter(({ of }) => ranges.reaches.has(of))
      .map((a) => ({ ...a, base: ranges.reaches.get(a.of)?.base || a.base }));
    come.forEach((a, i) => {
      for (const b of come.slice(i)) {
        if (racing.has(a.of) && racing.has(b.of)) continue;
        if (!collide(a, b) || !this.#mayRace(a, b, ranges, placeOf)) continue;
        racing.add(a.of);
        racing.add(b.of);
      }
    });
    // Where something may race, what orders accesses must be seen too.
    if (racing.size > 0) for (const { of, orders } of come) if (orders) racing.add(of);
    return racing;
  }

  #mayRace(a: Shared, b: Shared, ranges: LaunchRanges, placeOf: Bases): boolean {
    if (a.space !== 'any' && b.space !== 'any' && a.space !== b.space) return false;
    const [p, q] = [placeOf(a.base), placeOf(b.base)];
    if (!p || !q || a.space === 'any' || b.space === 'any') return true;
    if (p.memory !== q.memory) return false;
    if (a.space === 'shared' && !this.#isTogether(a, b)) return false;
    if (a.base !== b.base) return this.#meet(a, b, q.at - p.at, ranges);
    const known = this.#known.get(ranges) ?? new Map<string, boolean>();
    this.#known.set(ranges, known);
    const name = `${a.number} ${b.number}`;
    const found = known.get(name) ?? this.#meet(a, b, 0, ranges);
    known.set(name, found);
    return found;
  }

  /** Whether two threads of a block may do both with no barrier between. */
  #isTogether(a: Shared, b: Shared): boolean {
    return this.#segmentOf(a.of) === this.#segmentOf(b.of);
  }

  /** `apart`: how far b's base lies behind a's. */
  #meet(a: Shared, b: Shared, apart: number, ranges: LaunchRanges): boolean {
    const [x, y] = [ranges.reaches.get(a.of), ranges.reaches.get(b.of)];
    if (x && y && (x.high <= y.low + apart || y.high + apart <= x.low)) return false;
    const [p, q] = [ranges.spots.get(a.of), ranges.spots.get(b.of)];
    const areKnown = p && q && p.at.base === a.base && q.at.base === b.base;
    const meets = (meeting: Meeting): boolean => !areKnown || mayMeet(p, behind(q, apart), meeting);
    const ofOneBlock = (): boolean => {
      const rounds = this.#roundsOf(a.of, b.of);
      return meets({ tells: (name) => !isOfBlocks(name), shares: (name) => isOfRound(name, rounds) });
    };
    // Blocks have shared memory each for itself.
    if (a.space === 'shared') return ofOneBlock();
    if (!meets({ tells: () => true })) return false;
    return ranges.blocks > 1 && meets({ tells: () => true, differs: isOfBlocks })
      ? true
      : this.#isTogether(a, b) && ofOneBlock();
  }
}

function isOfBlocks(name: string): boolean {
  return name.startsWith('ctaid');
}

/** Atomic operations are in order, and one that reads finds what an atomic operation has left. */
function collide(a: Shared, b: Shared): boolean {
  if (a.how === 'read' || b.how === 'read') return a.how === 'write' || b.how === 'write';
  return a.how === 'write' || b.how === 'write';
}

function behind(spot: Spot, by: number): Spot {
  return by === 0 ? spot : { ...spot, at: { ...spot.at, constant: spot.at.constant + by } };
}

function sharedIn(fn: Fn): readonly Shared[] {
  const found: Shared[] = [];
  const values = onlyValues(fn);
  const add = (of: object, how: Shared['how'], address: Expression): void => {
    const root = rootOf(address, values);
    const space = spaceOf(root, fn);
    const orders = how === 'atomic' || ('volatile' in of && of.volatile === true);
    if (space) found.push({ number: found.length, of, how, base: baseOf(root, fn), space, orders });
  };
  eachStatement(fn.body, (s: Statement) => {
    if (s.kind === 'store') add(s, 'write', s.to);
    if (s.kind === 'atomic') add(s, 'atomic', s.to);
    if (s.kind === 'copy' || s.kind === 'fill') add(s, 'write', s.to);
    if (s.kind === 'copy') add(sourceOf(s), 'read', s.from);
    eachExpressionOf(s, (e) => {
      if (e.kind === 'load') add(e, 'read', e.from);
    });
  });
  return found;
}

/** Undefined: no other thread comes there. */
function spaceOf(root: Expression, fn: Fn): Shared['space'] | undefined {
  if (root.kind === 'slot') return undefined;
  if (root.kind === 'dynamic-shared') return 'shared';
  if (root.kind === 'local' && root.index < fn.params) return 'global';
  switch (root.type) {
    case 'ptr.shared':
      return 'shared';
    case 'ptr.global':
      return 'global';
    case 'ptr.local':
    case 'ptr.constant':
      return undefined;
    default: // else: whatever a pointer may point to
      return 'any';
  }
}

function baseOf(root: Expression, fn: Fn): string {
  switch (root.kind) {
    case 'local':
      return root.index < fn.params ? `$${root.index}` : '';
    case 'global':
      return `@${root.name}`;
    case 'dynamic-shared':
      return '#dynamic';
    default: // else: nobody knows
      return '';
  }
}

/** Through locals that are set in one place. */
function rootOf(address: Expression, values: ReadonlyMap<number, Expression>): Expression {
  let at = address;
  for (let steps = 0; steps < mostSteps; steps++) {
    const next =
      at.kind === 'op' && (at.op === 'offset' || at.op === 'cast.space')
        ? at.args[0]
        : at.kind === 'local'
          ? values.get(at.index)
          : undefined;
    if (!next) return at;
    at = next;
  }
  return at;
}

const mostSteps = 100;
