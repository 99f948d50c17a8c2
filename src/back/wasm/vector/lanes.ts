/**
 * How a region's values look when four threads that are neighbours in x run at once: the same in all four, growing by a constant from
 * thread to thread (both held as the first thread's scalar), or a vector. And which statements such a chunk can run together.
 */

import { impossible } from '../../../base/impossible.ts';
import { isWarpBarrier } from '../../../ir/effects.ts';
import { Bits, liveBefore } from '../../../ir/liveness.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { countSets, countUses } from '../../../ir/uniformity.ts';
import { mayWait, othersDecide } from '../../../ir/waiting-loops.ts';
import {
  bodiesOf,
  eachStatement,
  expressionsOf,
  localsSet,
  readsLocal,
  someExpression,
  someStatement,
} from '../../../ir/walk.ts';
import { gathered } from '../kernel/vote-idioms.ts';
import { LaneJumps } from './lane-jumps.ts';
import { leastOf, type PlaceFacts, placesOf } from './lane-places.ts';
import { type FirstFacts, firstOf, nowhere, type Start, startOf } from './lane-starts.ts';
import { isFixed, sharedParts, stepOf } from './lane-steps.ts';
import { type Stride, type StrideFacts, strideOfOperation } from './strides.ts';

/** together: as vectors; apart: each lane by itself. */
export type Way = 'together' | 'apart';

export type Lanes = {
  readonly strideOf: (e: Expression) => Stride;
  readonly strideOfLocal: (local: number) => Stride;
  /** Growth of a whole number or an address from lane to lane where it is no constant, as an expression that all lanes share. */
  readonly stepOf: (e: Expression) => Expression | undefined;
  readonly wayOf: (s: Statement) => Way;
  /** Whether lanes go different ways within `s` or leave it at different times, so that it needs masks. */
  readonly isParted: (s: Statement) => boolean;
  /** Whether a jump that some lanes take without the others crosses `s` or leads to it. */
  readonly leavesApart: (s: Statement) => boolean;
  /** Whether `local` is used in `s` alone and begins its life in the body of it. */
  readonly isPrivate: (s: Statement, local: number) => boolean;
  /** Whether the region does more with a local than to set it once. */
  readonly isRead: (local: number) => boolean;
  /** How far each of so many lanes lies behind the first one, of a number or an address; undefined where that is no constant. */
  readonly placesOf: (e: Expression, width: number) => readonly number[] | undefined;
  /** Whether the region sets a local in one place, and nobody finds it set before. */
  readonly isSetOnce: (local: number) => boolean;
  /** Whether the lanes find x, x + 1, … for an x that is a multiple of the chunk's length. */
  readonly isLaneNumber: (e: Expression) => boolean;
  /** The number that the chunk's first lane finds, where chunks are whole warps and it is the same in all of them. */
  readonly firstOf: (e: Expression) => number | undefined;
  /** Whether the lanes' values only grow or only shrink from first to last, where they are scalars but for that. */
  readonly isMonotone: (e: Expression) => boolean;
  /** What a local is made of, where all lanes set it. */
  readonly definitionOf: (local: number) => Expression | undefined;
  /** What a number of the first lane is at least; minus infinity where nobody knows. */
  readonly leastOf: (e: Expression) => number;
  /** Whether the first lane of each chunk has a multiple of a power of two up to 32. */
  readonly isMultiple: (e: Expression, of: number) => boolean;
  /** Whether places and numbers known before the region make up `e`, and no memory. */
  readonly isArithmetic: (e: Expression) => boolean;
  /** Vector locals that a list reads from before it, and those it leaves behind. */
  readonly taken: (list: readonly Statement[]) => readonly number[];
  readonly left: (list: readonly Statement[]) => readonly number[];
};

export type RegionFacts = {
  readonly body: readonly Statement[];
  readonly locals: number;
  /** Locals that lie in scratch arrays and are live here. */
  readonly arrays: ReadonlySet<number>;
  /** Locals that exist once per block. */
  readonly single: ReadonlySet<number>;
  /** Whether chunks lie within a warp, so that lanes count on. */
  readonly inWarp: boolean;
  /** Whether a chunk is a whole warp. */
  readonly wholeWarps?: boolean;
  /** From a lane's thread to that of the next one along x; 1 where not given. */
  readonly step?: number | undefined;
  /** Whether threadIdx%x of a chunk's first thread is a multiple of the chunk's length. */
  readonly aligned?: boolean;
  /** The most lanes that a chunk has, a power of two below 32: they tell more of places in groups of so many threads. */
  readonly most?: number | undefined;
  /** What locals hold that are set before the region. */
  readonly values?: ReadonlyMap<number, Expression> | undefined;
  /** Locals that all threads set alike for later regions: they stay scalars. */
  readonly carried: ReadonlySet<number>;
  /** Bytes from a slot of a thread to that of the next one; undefined where none may be used. */
  readonly slotStride: ((slot: number) => number) | undefined;
  /** Told why lanes cannot run together. */
  readonly refused?: (why: Refusal) => void;
};

export type Refusal = 'slots' | 'waits' | 'shared';

/** Undefined where lanes cannot run together at all. */
export function analyseLanes(region: RegionFacts): Lanes | undefined {
  const slots = (s: Statement): boolean => expressionsOf(s).some((e) => someExpression(e, (x) => x.kind === 'slot'));
  const refuse = (why: Refusal): undefined => {
    region.refused?.(why);
    return undefined;
  };
  if (region.slotStride === undefined && someStatement(region.body, slots)) return refuse('slots');
  // A thread that waits for a lock must not stop the one that holds it from going on.
  if (someStatement(region.body, (s) => othersDecide(s) || (s.kind === 'loop' && mayWait(s)))) return refuse('waits');
  const analysis = new Analysis(region);
  analysis.run();
  return analysis.failed() ? refuse('shared') : analysis;
}

class Analysis implements Lanes {
  private readonly region: RegionFacts;
  /** Strides of the locals that the region writes; a missing one has not been seen yet. */
  private readonly strides = new Map<number, { stride: Stride; start: Start }>();
  private readonly written: Bits;
  private readonly uses: Uint32Array;
  private sets: Uint32Array | undefined;
  /** Locals that arithmetic makes, set once. */
  private readonly computed = new Set<number>();
  /** What such a local is made of, where all lanes set it and the shared parts stay. */
  private readonly definitions = new Map<number, Expression>();
  /** How such a local grows from lane to lane: by parts that stay, though what it is made of may not (`a + k*n`, where `k` counts). */
  private readonly steps = new Map<number, Expression>();
  private readonly private = new WeakMap<Statement, ReadonlySet<number>>();
  private readonly jumps: LaneJumps;
  private readonly startFacts: FirstFacts;
  private readonly strideFacts: StrideFacts;
  private readonly placeFacts: PlaceFacts;
  private changed = true;
  /** Strides of operations, once nothing changes any more. */
  private settled: Map<Expression, Stride> | undefined;

  constructor(region: RegionFacts) {
    this.region = region;
    this.jumps = new LaneJumps(this.strideOf);
    this.startFacts = {
      wholeWarps: region.wholeWarps === true,
      most: region.most,
      startOfLocal: (l) => this.strides.get(l)?.start ?? this.startBefore(l),
      definitionOf: (l) => this.definitions.get(l),
    };
    const startOf = (e: Expression): Start => this.startOf(e);
    this.strideFacts = {
      strideOf: this.strideOf,
      startOf: region.aligned ? startOf : undefined,
      most: region.most,
      wholeWarps: region.wholeWarps === true,
    };
    this.placeFacts = {
      strideOf: this.strideOf,
      startOf,
      definitionOf: this.definitionOf,
      heldBefore: (l) => (this.written.has(l) ? undefined : region.values?.get(l)),
      aligned: region.aligned === true,
    };
    this.written = new Bits(region.locals);
    this.uses = countUses(region.body, region.locals);
    eachStatement(region.body, (s) => {
      for (const l of localsSet(s)) this.written.add(l);
    });
    for (const l of region.arrays) if (this.written.has(l)) this.strides.set(l, { stride: undefined, start: nowhere });
  }

  run(): void {
    while (this.changed) {
      this.changed = false;
      this.jumps.forget();
      this.visit(this.region.body, undefined);
    }
    const sets = countSets(this.region.body, this.region.locals);
    this.sets = sets;
    eachStatement(this.region.body, (s) => {
      if (s.kind === 'set' && sets[s.local] === 1 && !this.region.arrays.has(s.local) && this.isArithmetic(s.value))
        this.computed.add(s.local);
    });
    this.define(this.region.body, sets);
    this.settled = new Map();
  }

  private define(list: readonly Statement[], sets: Uint32Array): void {
    const isFixedHere = (e: Expression): boolean => isFixed(e, (l) => this.written.has(l));
    for (const s of list) {
      if (s.kind === 'set' && sets[s.local] === 1 && !this.region.arrays.has(s.local)) {
        if (sharedParts(s.value, this.strideOf).every(isFixedHere)) this.definitions.set(s.local, s.value);
        const step = this.stepOf(s.value);
        if (step && isFixedHere(step)) this.steps.set(s.local, step);
      }
      if (!this.mayPart(s)) for (const b of bodiesOf(s)) this.define(b, sets);
    }
  }

  definitionOf = (local: number): Expression | undefined => this.definitions.get(local);

  leastOf = (e: Expression): number => leastOf(e, this.placeFacts);

  isMultiple = (e: Expression, of: number): boolean =>
    this.region.aligned === true && (this.startOf(e).rest ?? 1) % of === 0;

  stepOf = (e: Expression): Expression | undefined =>
    stepOf(e, { strideOf: this.strideOf, stepOfLocal: (l) => this.steps.get(l) });

  /** Whether a scalar that all lanes share would be counted on lane by lane. */
  failed(): boolean {
    const { carried } = this.region;
    const wrong = (s: Statement, parted: boolean): boolean => {
      if (s.kind === 'set')
        return carried.has(s.local) && readsLocal(s.value, s.local) && (parted || this.strideOf(s.value) !== 0);
      if (s.kind === 'for' && carried.has(s.local)) return this.isParted(s);
      if (s.kind !== 'for' && localsSet(s).some((l) => carried.has(l))) return true;
      const inside = parted || this.mayPart(s);
      return bodiesOf(s).some((b) => b.some((x) => wrong(x, inside)));
    };
    return this.region.body.some((s) => wrong(s, false));
  }

  strideOfLocal = (local: number): Stride => {
    if (this.region.single.has(local) || this.region.carried.has(local)) return 0;
    if (this.region.arrays.has(local)) return undefined;
    if (!this.written.has(local)) return 0;
    const known = this.strides.get(local);
    return known ? known.stride : 0;
  };

  strideOf = (e: Expression): Stride => {
    switch (e.kind) {
      case 'const':
      case 'global':
      case 'function':
      case 'dynamic-shared':
        return 0;
      case 'local':
        return this.strideOfLocal(e.index);
      case 'special':
        if (e.name === 'laneid') return this.region.inWarp || this.region.wholeWarps ? 1 : undefined;
        if (e.name === 'chunk.lane') return 1;
        return e.name === 'tid.x' ? (this.region.step ?? 1) : 0;
      case 'slot':
        return this.region.slotStride?.(e.index) ?? 0;
      case 'load':
        return this.strideOf(e.from) === 0 && !e.volatile ? 0 : undefined;
      case 'op':
        return this.settled ? this.settledStride(e, this.settled) : strideOfOperation(e, this.strideFacts);
    }
  };

  private settledStride(e: Extract<Expression, { kind: 'op' }>, settled: Map<Expression, Stride>): Stride {
    const known = settled.get(e);
    if (known !== undefined || settled.has(e)) return known;
    const stride = strideOfOperation(e, this.strideFacts);
    settled.set(e, stride);
    return stride;
  }

  placesOf = (e: Expression, width: number): readonly number[] | undefined => {
    const isEven = this.strideOf(e) !== undefined;
    const counts = this.region.aligned === true && (this.region.step ?? 1) === 1;
    return isEven || counts ? placesOf(e, width, this.placeFacts) : undefined;
  };

  private startOf(e: Expression): Start {
    return startOf(e, this.startFacts);
  }

  private startBefore(local: number): Start {
    const value = this.region.values?.get(local);
    return value ? this.startOf(value) : nowhere;
  }

  firstOf = (e: Expression): number | undefined => firstOf(e, this.startFacts);

  isLaneNumber = (e: Expression): boolean =>
    this.region.aligned === true && this.strideOf(e) === 1 && this.startOf(e).rest === 0;

  /** `inside`: the innermost statement whose lanes may part, and those around it. */
  private visit(list: readonly Statement[], inside: readonly Statement[] | undefined): void {
    for (const s of list) {
      const parts = this.mayPart(s);
      const around = parts ? [...(inside ?? []), s] : inside;
      if (s.kind === 'set') this.join(s.local, this.strideOf(s.value), inside, this.startOf(s.value));
      else if (s.kind === 'for')
        this.join(s.local, this.strideOf(s.step) === 0 ? this.strideOf(s.from) : undefined, around);
      else
        for (const l of localsSet(s))
          this.join(l, s.kind === 'warp' && votes.has(s.how) ? 0 : undefined, s.kind === 'warp' ? inside : undefined);
      for (const b of bodiesOf(s)) this.visit(b, around);
    }
  }

  private join(local: number, stride: Stride, inside: readonly Statement[] | undefined, start = nowhere): void {
    if (this.region.single.has(local) || this.region.carried.has(local)) return;
    const parted = inside?.some((s) => !this.isPrivate(s, local)) ?? false;
    const now = parted ? undefined : stride;
    const old = this.strides.get(local);
    if (!old) {
      this.strides.set(local, { stride: now, start });
      this.changed = true;
      return;
    }
    if (old.stride !== undefined && old.stride !== now) {
      old.stride = undefined;
      this.changed = true;
    }
    if (old.start !== nowhere && (old.start.rest !== start.rest || old.start.behind !== start.behind)) {
      old.start = nowhere;
      this.changed = true;
    }
  }

  isPrivate = (s: Statement, local: number): boolean => {
    let set = this.private.get(s);
    if (!set) {
      set = this.privateTo(s);
      this.private.set(s, set);
    }
    return set.has(local);
  };

  private privateTo(s: Statement): ReadonlySet<number> {
    const inside = countUses([s], this.region.locals);
    const live = liveBefore([s], this.region.locals);
    const set = new Set<number>();
    for (let l = 0; l < inside.length; l++)
      if (inside[l]! > 0 && inside[l] === this.uses[l] && !this.region.arrays.has(l) && !live.has(l)) set.add(l);
    return set;
  }

  /** Whether some lanes may do in `s` what others do not. */
  private mayPart(s: Statement): boolean {
    switch (s.kind) {
      case 'if':
        return !s.either && this.strideOf(s.condition) !== 0;
      case 'switch':
        return this.strideOf(s.value) !== 0;
      case 'for':
        return (
          this.strideOf(s.trips) !== 0 ||
          this.strideOf(s.step) !== 0 ||
          this.strideOf(s.from) === undefined ||
          this.jumps.leavesApart(s)
        );
      case 'loop':
      case 'block':
        return this.jumps.leavesApart(s);
      case 'set':
      case 'store':
      case 'break':
      case 'continue':
      case 'return':
      case 'call':
      case 'launch':
      case 'copy':
      case 'fill':
      case 'barrier':
      case 'fence':
      case 'atomic':
      case 'warp':
      case 'read-clock':
      case 'print':
      case 'trap':
        return false;
      default:
        return impossible(s);
    }
  }

  isRead = (local: number): boolean => this.uses[local]! > 1;

  isSetOnce = (local: number): boolean => this.sets?.[local] === 1 && !this.region.arrays.has(local);

  leavesApart = (s: Statement): boolean => this.jumps.leavesApart(s);

  isParted = (s: Statement): boolean =>
    s.kind !== 'if' && (this.mayPart(s) || (s.kind === 'for' && this.strideOfLocal(s.local) !== this.strideOf(s.from)));

  wayOf = (s: Statement): Way => {
    if (gathered(s, this.region.single)) return 'together';
    switch (s.kind) {
      case 'set':
        if (this.region.carried.has(s.local)) return this.strideOf(s.value) !== 0 ? 'apart' : 'together';
        return this.region.single.has(s.local) && (this.strideOf(s.value) !== 0 || readsLocal(s.value, s.local))
          ? 'apart'
          : 'together';
      case 'store':
        return (storable.has(s.memory) || isNarrow(s)) && !s.volatile ? 'together' : 'apart';
      case 'warp':
        return this.region.wholeWarps ? 'together' : 'apart';
      case 'atomic':
        return this.isTogether(s) ? 'together' : 'apart';
      case 'for':
        return s.alone ? 'apart' : 'together';
      case 'if':
      case 'switch':
      case 'loop':
      case 'block':
      case 'break':
      case 'continue':
      case 'fence':
        return 'together';
      default: // else: lane by lane
        return 'apart';
    }
  };

  /** Read, combine and write back: nobody asks for the old value, or it follows from the first lane's. */
  private isTogether(s: Extract<Statement, { kind: 'atomic' }>): boolean {
    const { result } = s;
    if (!storable.has(s.memory) || s.how === 'cas' || s.how === 'exchange') return false;
    if (result === undefined) return true;
    if (this.region.arrays.has(result)) return false;
    return !this.isRead(result) || this.countsOn(s, result);
  }

  /** Lanes that add the same to one cell may do so one after another: each finds what those before it have added. */
  private countsOn({ how, memory, to, args }: Extract<Statement, { kind: 'atomic' }>, result: number): boolean {
    const { single, carried } = this.region;
    if (how !== 'add' || memory !== 'i32' || single.has(result) || carried.has(result)) return false;
    return (
      this.strideOf(to) === 0 && args.every((a) => this.strideOf(a) === 0) && this.strideOfLocal(result) === undefined
    );
  }

  isMonotone = (e: Expression): boolean => {
    if (this.strideOf(e) !== undefined) return true;
    if (e.kind !== 'op') return false;
    const [a, b] = e.args;
    const others = (): boolean => b !== undefined && this.strideOf(b) === 0 && this.isMonotone(a!);
    switch (e.op) {
      case 'extend':
      case 'wrap':
        return this.isMonotone(a!);
      case 'div':
      case 'shr.s':
      case 'max':
      case 'min':
        return e.type !== 'f32' && e.type !== 'f64' && others();
      case 'add':
      case 'sub':
        return (e.type === 'i32' || e.type === 'i64') && (others() || (this.strideOf(a!) === 0 && this.isMonotone(b!)));
      default:
        return false;
    }
  };

  isArithmetic = (e: Expression): boolean =>
    !someExpression(
      e,
      (x) =>
        x.kind === 'load' ||
        (x.kind === 'local' && this.strideOfLocal(x.index) === undefined && !this.computed.has(x.index)),
    );

  taken = (list: readonly Statement[]): readonly number[] => {
    const live = liveBefore(list, this.region.locals);
    // Written on some path only, so that on the others the old value stays.
    const kept = new Set(this.left(list));
    return this.vectors(list, (l) => live.has(l) || kept.has(l));
  };

  left = (list: readonly Statement[]): readonly number[] => {
    const inside = countUses(list, this.region.locals);
    const written = new Bits(this.region.locals);
    eachStatement(list, (s) => {
      for (const l of localsSet(s)) written.add(l);
    });
    return this.vectors(list, (l) => written.has(l) && (inside[l] !== this.uses[l] || this.region.arrays.has(l)));
  };

  private vectors(list: readonly Statement[], wanted: (l: number) => boolean): readonly number[] {
    const inside = countUses(list, this.region.locals);
    const found: number[] = [];
    for (let l = 0; l < inside.length; l++)
      if (inside[l]! > 0 && !this.region.single.has(l) && this.strideOfLocal(l) === undefined && wanted(l))
        found.push(l);
    return found;
  }
}

const votes: ReadonlySet<string> = new Set(['all', 'any', 'ballot', 'active']);

/** Whether each function of a warp and each of its barriers is reached by all lanes of a chunk together. */
export function warpsTogether(lanes: Lanes, list: readonly Statement[]): boolean {
  return list.every((s) => {
    if (s.kind === 'warp') return s.how !== 'match.any' && s.how !== 'match.all';
    if (isWarpBarrier(s)) return true;
    if (!someStatement([s], (x) => x.kind === 'warp' || isWarpBarrier(x))) return true;
    if (lanes.wayOf(s) === 'apart' || lanes.isParted(s)) return false;
    if (s.kind === 'if' && lanes.strideOf(s.condition) !== 0) return false;
    if (s.kind === 'for' && lanes.strideOf(s.trips) !== 0) return false;
    return bodiesOf(s).every((b) => warpsTogether(lanes, b));
  });
}

const storable: ReadonlySet<string> = new Set(['i32', 'i64', 'f32', 'f64']);

/** Low bytes of whole numbers. */
function isNarrow(s: Extract<Statement, { kind: 'store' }>): boolean {
  return (s.memory === 'i8' || s.memory === 'i16') && s.value.type === 'i32';
}
