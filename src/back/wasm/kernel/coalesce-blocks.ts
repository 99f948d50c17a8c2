/**
 * Kernels whose threads know their x in the grid alone, blockIdx%x*blockDim%x + threadIdx%x, and walk through memory along it: neighbouring blocks then run as one
 * wide block, row by row, so that the processor sees long streams.
 */
import { impossible } from '../../../base/impossible.ts';
import { effectsOf } from '../../../ir/effects.ts';
import type { Expression, Statement } from '../../../ir/module.ts';
import { sizeOf } from '../../../ir/types.ts';
import {
  bodiesOf,
  eachExpression,
  eachExpressionIn,
  eachStatement,
  expressionsOf,
  isLoop,
  localsSet,
  someExpression,
  someStatement,
} from '../../../ir/walk.ts';
import { cacheLine } from '../../../opt/cost.ts';
import type { RegionKernel } from '../../../opt/kernel/region-parts.ts';

export type CoalescedBlocks = {
  /** The length of blocks for which that holds; undefined: all. */
  readonly length: number | undefined;
  /** Whether all of their work is in loops: threads stay long at one place, and the order of blocks is the program's own unless the loops are run in panels. */
  readonly loops: boolean;
};

/** Growth with threadIdx%x, with blockIdx%x*blockDim%x, and with blockIdx%x. */
type Growth = { readonly thread: number; readonly blocks: number; readonly block: number };

const none: Growth = { thread: 0, blocks: 0, block: 0 };
const times = (g: Growth, n: number): Growth => ({ thread: g.thread * n, blocks: g.blocks * n, block: g.block * n });

/** Shifts by fewer bits multiply. */
const most = 20;

type Facts = {
  /** `InterchangedLoops.iterations`. */
  readonly iterations: ReadonlySet<number>;
  /** Whether all blocks of a worker count in the same shared memory (`opt/kernel/privatise-histograms.ts`). */
  readonly counts: boolean;
  /** Whether the kernel's tiles are left out (`opt/kernel/bypass-shared-tiles.ts`): the loops around its regions go through rows one after another. */
  readonly forwarded: boolean;
};

export function coalesceBlocks(kernel: RegionKernel, facts: Facts): CoalescedBlocks | undefined {
  if (kernel.warps.size > 0 || kernel.whole.size > 0) return undefined;
  if (!kernel.body.every((s) => isAround(kernel, s, facts))) return undefined;
  const isRead = readIn(kernel.body);
  if (someStatement(kernel.body, (s) => isOther(s, facts.counts, isRead))) return undefined;
  const regions = regionsOf(kernel);
  const loops = regions.every((r) => someStatement(r, isLong));
  return new Growths(regions).found(loops);
}

/** Loops of a few iterations that nobody unrolled read as many rows at a time as if somebody had. */
function isLong(s: Statement): boolean {
  return isLoop(s) && iterationsOf([s]) > fewIterations;
}

/** Of a nest of loops together. */
function iterationsOf(list: readonly Statement[]): number {
  return list.reduce((most, s) => {
    const own = !isLoop(s) ? 1 : s.kind === 'for' && s.trips.kind === 'const' ? Number(s.trips.value) : Infinity;
    return Math.max(most, own * bodiesOf(s).reduce((n, b) => Math.max(n, iterationsOf(b)), 1));
  }, 1);
}

/** A box of three by three by three has nine rows. */
const fewIterations = 9;

/** Whether threads of a region read or write memory side by side along x, and those of the next block of `length` threads go on where they end, or a few before that (tiles with rims). */
export function goesOnAlong(region: readonly Statement[], length: number): boolean {
  return new Growths([region]).goesOn(length);
}

function isRegion(kernel: RegionKernel, s: Statement): boolean {
  return s.kind === 'block' && kernel.threads.has(s.label);
}

/** Regions, and what stands around them and is the same for all blocks of a row. */
function isAround(kernel: RegionKernel, s: Statement, facts: Facts): boolean {
  const { iterations, forwarded } = facts;
  if (isRegion(kernel, s) || s.kind === 'return' || s.kind === 'fence') return true;
  if (s.kind === 'set') return iterations.has(s.local) || isOfRow(s.value);
  const isOrdered = s.kind === 'for' && (iterations.size > 0 || forwarded);
  if (s.kind !== 'if' && !isOrdered) return false;
  return expressionsOf(s).every(isOfRow) && bodiesOf(s).every((b) => b.every((x) => isAround(kernel, x, facts)));
}

function isOfRow(e: Expression): boolean {
  return !someExpression(e, (x) => x.kind === 'load' || (x.kind === 'special' && x.name === 'ctaid.x'));
}

function regionsOf(kernel: RegionKernel): readonly (readonly Statement[])[] {
  const found: (readonly Statement[])[] = [];
  eachStatement(kernel.body, (s) => {
    if (s.kind === 'block' && kernel.threads.has(s.label)) found.push(s.body);
  });
  return found;
}

/** Kinds that are seen from outside and yet may change their order with those of other blocks; of atomics, more is asked. */
const ownOfThread: ReadonlySet<Statement['kind']> = new Set(['atomic', 'warp', 'trap', 'fence', 'store', 'read-clock']);

/** Which locals anybody reads. */
export function readIn(body: readonly Statement[]): (local: number) => boolean {
  const read = new Set<number>();
  eachExpressionIn(body, (e) => {
    if (e.kind === 'local') read.add(e.index);
  });
  return (local) => read.has(local);
}

function isOther(s: Statement, counts: boolean, isRead: (local: number) => boolean): boolean {
  const { syncs, outside, ordered } = effectsOf(s);
  if (!ownOfThread.has(s.kind) && (syncs || outside || ordered)) return true;
  const counted = s.kind === 'atomic' && counts && s.to.type === 'ptr.shared';
  if (s.kind === 'atomic' && !counted && s.result !== undefined && isRead(s.result)) return true;
  return expressionsOf(s).some((e) =>
    someExpression(
      e,
      (x) =>
        x.kind === 'slot' ||
        x.kind === 'dynamic-shared' ||
        (x.type === 'ptr.shared' && !counts) ||
        (x.kind === 'special' && (x.name === 'laneid' || x.name.startsWith('cluster'))),
    ),
  );
}

class Growths {
  private readonly regions: readonly (readonly Statement[])[];
  private readonly locals = new Map<number, Growth>();
  private changed = true;
  private good = true;
  /** Whether a local grows in more than one way. */
  private mixed = false;
  private length: number | undefined;

  constructor(regions: readonly (readonly Statement[])[]) {
    this.regions = regions;
  }

  found(loops: boolean): CoalescedBlocks | undefined {
    while (this.changed && this.good) {
      this.changed = false;
      for (const r of this.regions) this.sets(r);
    }
    for (const r of this.regions) eachStatement(r, (s) => this.statement(s));
    return this.good ? { length: this.length, loops } : undefined;
  }

  goesOn(length: number): boolean {
    while (this.changed && !this.mixed) {
      this.changed = false;
      for (const r of this.regions) this.sets(r);
    }
    const isAlong = (address: Expression, size: number): boolean => {
      const g = this.of(address);
      const further = g.blocks * length + g.block;
      return address.type !== 'ptr.shared' && g.thread === size && further > 0 && further <= size * length;
    };
    const reads = (whole: Expression): boolean =>
      someExpression(whole, (e) => e.kind === 'load' && isAlong(e.from, sizeOf(e.memory)));
    const along = (s: Statement): boolean =>
      (s.kind === 'store' && isAlong(s.to, sizeOf(s.memory))) || expressionsOf(s).some(reads);
    return !this.mixed && this.regions.some((r) => someStatement(r, along));
  }

  private sets(list: readonly Statement[]): void {
    for (const s of list) {
      if (s.kind === 'set') this.join(s.local, this.of(s.value));
      else if (s.kind === 'for') this.join(s.local, this.of(s.from));
      else for (const l of localsSet(s)) this.join(l, none);
      for (const b of bodiesOf(s)) this.sets(b);
    }
  }

  private join(local: number, growth: Growth): void {
    const known = this.locals.get(local);
    if (!known) {
      this.locals.set(local, growth);
      this.changed = true;
      return;
    }
    if (known.thread !== growth.thread || known.blocks !== growth.blocks || known.block !== growth.block) {
      this.good = false;
      this.mixed = true;
    }
  }

  /** Everything that a statement does depends on the x in the grid alone, and memory is read along it. */
  private statement(s: Statement): void {
    if (s.kind === 'store') this.place(s.to);
    for (const e of expressionsOf(s)) {
      if (s.kind !== 'set' && s.kind !== 'for') this.settled(this.of(e));
      eachExpression(e, (x) => {
        if (x.kind === 'load') this.place(x.from);
      });
    }
    if (s.kind === 'for') for (const e of [s.trips, s.step]) this.settled(this.of(e));
  }

  private place(address: Expression): void {
    const growth = this.of(address);
    this.settled(growth);
    if (Math.abs(growth.thread) > cacheLine) this.good = false;
  }

  private settled(g: Growth): void {
    if (g.thread === g.blocks && g.block === 0) return;
    const length = g.block / g.thread;
    if (g.blocks !== 0 || !Number.isInteger(length) || length <= 0) this.good = false;
    else if (this.length !== undefined && this.length !== length) this.good = false;
    else this.length = length;
  }

  private of(e: Expression): Growth {
    switch (e.kind) {
      case 'local':
        return this.locals.get(e.index) ?? none;
      case 'special':
        if (e.name === 'tid.x') return { thread: 1, blocks: 0, block: 0 };
        return e.name === 'ctaid.x' ? { thread: 0, blocks: 0, block: 1 } : none;
      case 'load':
        this.settled(this.of(e.from));
        return none;
      case 'op':
        return this.ofOperation(e);
      case 'const':
      case 'global':
      case 'slot':
      case 'function':
      case 'dynamic-shared':
        return none;
      default:
        return impossible(e);
    }
  }

  private ofOperation(e: Extract<Expression, { kind: 'op' }>): Growth {
    const args = e.args.map((a) => this.of(a));
    const [a = none, b = none] = args;
    switch (e.op) {
      case 'add':
      case 'offset':
        return { thread: a.thread + b.thread, blocks: a.blocks + b.blocks, block: a.block + b.block };
      case 'sub':
        return { thread: a.thread - b.thread, blocks: a.blocks - b.blocks, block: a.block - b.block };
      case 'mul':
        return this.product(e, a, b);
      case 'shl':
        return this.shifted(e, a, b);
      case 'extend':
      case 'wrap':
      case 'readable':
      case 'cast.space':
      case 'to.address':
      case 'from.address':
        return a;
      default:
        for (const g of args) this.settled(g);
        return none;
    }
  }

  private shifted({ args: [, by] }: Extract<Expression, { kind: 'op' }>, a: Growth, b: Growth): Growth {
    const n = by?.kind === 'const' ? Number(by.value) : most;
    if (n < most) return times(a, 2 ** n);
    for (const g of [a, b]) this.settled(g);
    return none;
  }

  private product(e: Extract<Expression, { kind: 'op' }>, a: Growth, b: Growth): Growth {
    const [x, y] = e.args;
    const whole = e.type === 'i32' || e.type === 'i64';
    for (const [by, g] of [
      [y, a],
      [x, b],
    ] as const) {
      if (by?.kind === 'const' && whole) {
        return times(g, Number(by.value));
      }
      if (by?.kind === 'special' && by.name === 'ntid.x' && g.thread === 0 && g.blocks === 0)
        return { thread: 0, blocks: g.block, block: 0 };
    }
    this.settled(a);
    this.settled(b);
    // Neighbours lie far apart.
    if (a.thread !== 0 || b.thread !== 0) this.good = false;
    return none;
  }
}
