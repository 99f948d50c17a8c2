/** A warp on its way through a kernel: its clock, its locals, the lanes that have left. */
import type { Fn } from '../../ir/module.ts';
import type { Surroundings } from './accesses.ts';
import type { BlockMemory } from './block-memory.ts';
import type { Branch, Site } from './counts.ts';
import { applied, blankOf, has, isMany, type Lanes, laneOf, lanesIn, merged, warpSize } from './lanes.ts';
import type { Vector } from './vectors.ts';

/** Why a kernel cannot be looked at. */
export class NotCounted extends Error {}
/** It takes too long. `share`: what part of the block was looked at, where its loops tell, and `cycles` of its slowest warp so far. */
export class BudgetSpent extends Error {
  share = Number.NaN;
  cycles = 0;
}

/** What all warps of a block share. */
export type BlockState = Surroundings & {
  readonly memory: BlockMemory;
  readonly addressOf: (global: string) => number;
  readonly staticShared: number;
  readonly budget: { left: number };
};

export type Warp = {
  readonly block: BlockState;
  readonly special: Readonly<Record<string, Lanes>>;
  /** The first thread's number in the block. */
  readonly first: number;
  alive: number;
  clock: number;
  /** When the last instruction of this stretch could begin. */
  stall: number;
  /** When the value that was computed last is there. */
  ready: number;
  /** Grows with each store. */
  stores: number;
  /** Instructions so far, and the loops that it is in, the outermost first. */
  steps: number;
  readonly loops: LoopProgress[];
  /** At a barrier that reduces: how many lanes say yes and how many there are; behind it, those of the block. */
  vote: readonly [yes: number, lanes: number];
};

/** `of`: iterations in all, NaN where nobody knows; `from`: steps of the warp before the loop. */
export type LoopProgress = { readonly from: number; readonly of: number; done: number };

export type Frame = {
  readonly w: Warp;
  readonly locals: Lanes[];
  readonly ready: number[];
  readonly versions: number[];
  readonly memo: (Memo | undefined)[];
  /** When the vectors that were loaded last are there. */
  readonly vectors: Map<Vector, number>;
  /** Where each load and store went last. */
  readonly last: Map<Site, Lanes>;
  /** Where slots begin in the memory of a thread. */
  readonly slotsAt: number;
  readonly isKernel: boolean;
  readonly left: Map<string, number>;
  results: Lanes[];
};
export type Memo = { readonly stamp: number; readonly mask: number; readonly value: Lanes; readonly ready: number };

export type Evaluate = (f: Frame, mask: number) => Lanes;
export type Plain = (f: Frame, mask: number) => number;
export type Stop = 'iteration' | 'barrier';
export type Steps = (f: Frame, mask: number) => Generator<Stop, number>;
export type Step = { readonly plain: Plain } | { readonly steps: Steps };

export type Compiled = {
  readonly fn: Fn;
  readonly body: Steps;
  readonly slots: readonly number[];
  readonly slotBytes: number;
};

export function newFrame({ fn }: Compiled, w: Warp, args: readonly Lanes[], slotsAt: number, isKernel: boolean): Frame {
  const many = fn.locals.length;
  return {
    w,
    locals: fn.locals.map(({ type }, i) =>
      i < args.length ? args[i] : type === 'bool' ? false : type === 'i64' ? 0n : 0,
    ),
    ready: new Array<number>(many).fill(0),
    versions: new Array<number>(many).fill(0),
    memo: [],
    vectors: new Map(),
    last: new Map(),
    slotsAt,
    isKernel,
    left: new Map(),
    results: [],
  };
}

/** Steps that a warp will have made at its end, were the rest of its loops like what it did of them; NaN where they do not tell. */
export function stepsInAll({ steps, loops }: Pick<Warp, 'steps' | 'loops'>): number {
  const share = loops.reduceRight((part, { done, of }) => (done + part) / of, 0);
  const before = loops[0]?.from ?? Number.NaN;
  return before + (steps - before) / share;
}

// ---- its clock --------------------------------------------------------------------------------------------------------------

export function spend(w: Warp): void {
  w.steps++;
  w.block.budget.left--;
  if (w.block.budget.left < 0) throw new BudgetSpent('too long');
}

/** When an instruction begins: after those before it, and when its operands are there. */
export function issue(w: Warp, many: number, ready: number): number {
  w.clock += many;
  const start = ready > w.clock ? ready : w.clock;
  if (start > w.stall) w.stall = start;
  return start;
}

/** What comes next needs a value. */
export function wait(w: Warp, ready: number): void {
  if (ready > w.clock) w.clock = ready;
}

/** What comes next begins when all before it has begun. */
export function settle(w: Warp): void {
  if (w.stall > w.clock) w.clock = w.stall;
}

// ---- its locals -------------------------------------------------------------------------------------------------------------

export function assign(f: Frame, local: number, value: Lanes, mask: number, ready: number): void {
  f.locals[local] = mask === f.w.alive ? value : merged(f.locals[local], value, mask);
  f.versions[local]!++;
  f.ready[local] = ready;
}

export function placed(address: Lanes, offset: number, mask: number): Lanes {
  if (offset === 0) return address;
  return applied((a) => Number(a) + offset, [address], mask, blankOf('ptr.global'));
}

// ---- its lanes --------------------------------------------------------------------------------------------------------------

export function leave(f: Frame, how: string, mask: number): void {
  f.left.set(how, (f.left.get(how) ?? 0) | mask);
}

export function taken(f: Frame, how: string): number {
  const mask = f.left.get(how) ?? 0;
  if (mask !== 0) f.left.delete(how);
  return mask;
}

/** The lanes whose count of iterations is larger. */
export function within(trips: Lanes, done: number, mask: number): number {
  let found = 0;
  for (let lane = 0; lane < warpSize; lane++)
    if (has(mask, lane) && Number(laneOf(trips, lane)) > done) found |= 1 << lane;
  return found;
}

export function mostTrips(trips: Lanes, mask: number): number {
  let most = 0;
  for (let lane = 0; lane < warpSize; lane++) if (has(mask, lane)) most = Math.max(most, Number(laneOf(trips, lane)));
  return most;
}

/** Lanes that have left a loop wait for the others. */
export function noteLeft(branch: Branch, entered: number, active: number): void {
  branch.runs++;
  branch.lanes += lanesIn(entered);
  if (active === entered) return;
  branch.divergent++;
  branch.lost += lanesIn(entered & ~active);
}

export function noteAgain({ last }: Frame, site: Site, at: Lanes): void {
  if (site.space !== 'global') return;
  if (isSame(last.get(site), at)) site.again++;
  else last.set(site, at);
}

export function isSame(a: Lanes, b: Lanes): boolean {
  if (!isMany(a) || !isMany(b)) return a === b;
  return a.every((place, lane) => place === b[lane]);
}
