/** One block: its warps go on in turn, each to its next iteration or barrier. */
import type { Fn } from '../../ir/module.ts';
import type { Triple } from '../../machine/device.ts';
import type { KernelCode } from './kernel-code.ts';
import { type Lanes, type One, warpSize } from './lanes.ts';
import { type BlockState, BudgetSpent, type Stop, stepsInAll, type Warp } from './warp-state.ts';

export type Place = { readonly grid: Triple; readonly block: Triple; readonly at: Triple };

type Running = { readonly warp: Warp; readonly steps: Generator<Stop, void>; waits: boolean; done: boolean };

const barrierCycles = 16;

/** Gives the cycles of the slowest warp. */
export function runBlock(code: KernelCode, fn: Fn, state: BlockState, place: Place, args: readonly One[]): number {
  const { x, y, z } = place.block;
  const threads = x * y * z;
  const running = Array.from({ length: Math.ceil(threads / warpSize) }, (_, n): Running => {
    const warp = newWarp(state, place, n * warpSize, threads);
    return { warp, steps: code.run(fn, warp, args), waits: false, done: false };
  });
  code.counts.blocks++;
  code.counts.warps += running.length;
  try {
    while (running.some(({ done }) => !done)) {
      for (const one of running) if (!one.done && !one.waits) go(one);
      const left = running.filter(({ done }) => !done);
      if (left.length > 0 && left.every(({ waits }) => waits)) release(left, code);
    }
  } catch (problem) {
    if (problem instanceof BudgetSpent) {
      problem.share = shareOf(running);
      problem.cycles = Math.max(...running.map(({ warp }) => warp.clock));
    }
    throw problem;
  }
  return Math.max(...running.map(({ warp }) => warp.clock));
}

/** Of the steps that the block would make. */
function shareOf(running: readonly Running[]): number {
  const begun = running.filter(({ warp }) => warp.steps > 0);
  const totals = begun.map(({ warp, done }) => (done ? warp.steps : stepsInAll(warp)));
  const all = (totals.reduce((sum, n) => sum + n, 0) * running.length) / begun.length;
  return begun.reduce((sum, { warp }) => sum + warp.steps, 0) / all;
}

function go(one: Running): void {
  const step = one.steps.next();
  if (step.done) one.done = true;
  else one.waits = step.value === 'barrier';
}

/** All have arrived: they go on together. */
function release(waiting: readonly Running[], { counts }: KernelCode): void {
  counts.barriers++;
  const clock = Math.max(...waiting.map(({ warp }) => warp.clock)) + barrierCycles;
  const yes = waiting.reduce((sum, { warp }) => sum + warp.vote[0], 0);
  const all = waiting.reduce((sum, { warp }) => sum + warp.vote[1], 0);
  for (const one of waiting) {
    one.waits = false;
    one.warp.clock = clock;
    one.warp.stall = clock;
    one.warp.vote = [yes, all];
  }
}

function newWarp(block: BlockState, place: Place, first: number, threads: number): Warp {
  const { x, y } = place.block;
  const many = Math.min(warpSize, threads - first);
  const of = (value: (thread: number) => number): Lanes =>
    Array.from({ length: warpSize }, (_, lane) => value(first + lane));
  const triple = (name: string, t: Triple): Record<string, Lanes> => ({
    [`${name}.x`]: t.x,
    [`${name}.y`]: t.y,
    [`${name}.z`]: t.z,
  });
  return {
    block,
    first,
    special: {
      'tid.x': of((t) => t % x),
      'tid.y': y === 1 ? 0 : of((t) => Math.floor(t / x) % y),
      'tid.z': place.block.z === 1 ? 0 : of((t) => Math.floor(t / (x * y))),
      laneid: of((t) => t % warpSize),
      'chunk.lane': 0,
      'chunk.lanes': 1,
      ...triple('ctaid', place.at),
      ...triple('ntid', place.block),
      ...triple('nctaid', place.grid),
      'cluster.nctaid.x': 1,
      'cluster.nctaid.y': 1,
      'cluster.nctaid.z': 1,
      'cluster.rank': 0,
      'cluster.size': 1,
      'dynamic.bytes': 0,
      'launch.alone': 0,
      'launch.round': 0,
    },
    alive: many === warpSize ? -1 : (1 << many) - 1,
    clock: 0,
    stall: 0,
    ready: 0,
    stores: 0,
    steps: 0,
    loops: [],
    vote: [0, 0],
  };
}
