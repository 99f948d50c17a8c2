/**
 * What is said of random kernels holds for each of their threads, which are run one by one: where accesses go, which branches are taken and by whom, how often loops are gone
 * through. How much of it is known to the byte is counted, so that what says less is noticed too.
 */
import assert from 'node:assert/strict';
import type { Fn, Statement } from '../../src/ir/module.ts';
import { parseModule } from '../../src/ir/parse.ts';
import { eachStatement } from '../../src/ir/walk.ts';
import type { Box } from '../../src/opt/analysis/launch/boxes.ts';
import type { Fact } from '../../src/opt/analysis/launch-conflicts.ts';
import { launchRanges } from '../../src/opt/analysis/launch-ranges.ts';
import { callFunction } from '../reference/interpreter.ts';
import { randomLaunchedKernel } from './random-launched-kernel.ts';

/** Loops in loops may take for ever. */
const mostVisits = 20_000;
class TooLong extends Error {}

type Threads = Readonly<Record<string, number>>;
type Visit = { readonly mark: number; readonly at: number; readonly thread: Threads };

const array = 1 << 20;
const grid = [3, 2, 1] as const;
const block = [5, 3, 1] as const;

function visitsOf(fn: Fn, args: readonly number[]): readonly Visit[] {
  const visits: Visit[] = [];
  let thread: Threads = {};
  // Stores write the number that they are known by.
  const setFloat32 = (at: number, mark: number): void => {
    visits.push({ mark, at: at - array, thread });
    if (visits.length > mostVisits) throw new TooLong();
  };
  const view = Object.assign(new DataView(new ArrayBuffer(8)), { setFloat32 });
  const world = { view, functions: new Map<string, Fn>(), addressOf: () => 0, slots: 0 };
  for (const by of range(grid[1]))
    for (const bx of range(grid[0]))
      for (const ty of range(block[1]))
        for (const tx of range(block[0])) {
          thread = { 'tid.x': tx, 'tid.y': ty, 'tid.z': 0, 'ctaid.x': bx, 'ctaid.y': by, 'ctaid.z': 0 };
          const sizes = { 'ntid.x': 5, 'ntid.y': 3, 'ntid.z': 1, 'nctaid.x': 3, 'nctaid.y': 2, 'nctaid.z': 1 };
          const special = { ...thread, ...sizes, laneid: tx };
          callFunction(world, fn, [array, ...args], { special, block: 0, path: [] }).next();
        }
  return visits;
}

function ifShort<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (e) {
    if (e instanceof TooLong) return undefined;
    throw e;
  }
}

function holds(fact: Fact, thread: Threads): boolean {
  const sum = [...fact.of.terms].reduce((n, [name, { factor }]) => n + factor * thread[name]!, fact.of.constant);
  return 'modulus' in fact ? (sum - fact.rest) % fact.modulus === 0 : fact.low <= sum && sum <= fact.high;
}

/** Addresses of the interpreter have 32 bits: the one of a place that is nearest to another. */
function lifted(at: number, to: number): number {
  return at + 2 ** 32 * Math.round((to - at) / 2 ** 32);
}

function range(n: number): readonly number[] {
  return Array.from({ length: n }, (_, i) => i);
}

function markOf(s: Statement | undefined): number | undefined {
  return s?.kind === 'store' && s.value.kind === 'const' ? Number(s.value.value) : undefined;
}

function isIn(box: Box, thread: Threads): boolean {
  return [...box].every(([name, { low, high }]) => thread[name]! >= low && thread[name]! <= high);
}

/** How much there was, and what of it was known exactly. */
export type Known = Record<
  'accesses' | 'ends' | 'units' | 'sums' | 'facts' | 'branches' | 'boxes' | 'loops' | 'trips' | 'never',
  number
>;
export const nothingKnown: Readonly<Known> = {
  accesses: 0,
  ends: 0,
  units: 0,
  sums: 0,
  facts: 0,
  branches: 0,
  boxes: 0,
  loops: 0,
  trips: 0,
  never: 0,
};

/** Throws where something that is said of a kernel does not hold; `known` is counted on. */
export function checkClaims(seed: number, known: Known): void {
  const { text, number, other } = randomLaunchedKernel(seed);
  const fn = parseModule(text).functions[0]!;
  const ranges = launchRanges(fn, { params: [undefined, BigInt(number), undefined], grid, block });
  assert.ok(ranges, `kernel ${seed}`);
  const visits = ifShort(() => visitsOf(fn, [number, other]));
  if (!visits) return;
  const byMark = Map.groupBy(visits, (v) => v.mark);
  const told = (what: string): string => `kernel ${seed}, ${what}\n${text}`;

  const access = (s: Statement, mark: number, visits: readonly Visit[]): void => {
    known.accesses++;
    if (visits.length === 0) known.never += ranges.reaches.has(s) ? 0 : 1;
    else assert.ok(ranges.reaches.has(s), told(`store ${mark} is come to`));
    const reach = ranges.reaches.get(s);
    if (reach && visits.length > 0) {
      assert.equal(reach.base, '$0');
      const { low, high, unit, rest } = reach;
      // Addresses of the interpreter have 32 bits.
      const places = visits.map(
        ({ at }) => [0, -1, 1, -2, 2].map((n) => at + n * 2 ** 32).find((p) => p >= low && p + 4 <= high) ?? Number.NaN,
      );
      assert.ok(!places.includes(Number.NaN), told(`store ${mark} from ${low} to ${high}`));
      assert.ok(unit === 0 || places.every((p) => (p - rest) % unit === 0), told(`store ${mark} by ${unit}`));
      known.ends += low === Math.min(...places) && high === Math.max(...places) + 4 ? 1 : 0;
      known.units += unit > 4 ? 1 : 0;
    }
    const spot = ranges.spots.get(s);
    if (!spot) return;
    known.sums++;
    const terms = [...spot.at.terms];
    const loops = terms.filter(([name]) => !spot.threads.has(name));
    for (const fact of spot.facts ?? []) {
      if (![...fact.of.terms.keys()].every((name) => spot.threads.has(name))) continue;
      known.facts++;
      for (const { thread } of visits) assert.ok(holds(fact, thread), told(`store ${mark}: what a condition says`));
    }
    for (const { at, thread } of visits) {
      for (const [name, { low, high }] of spot.threads)
        assert.ok(thread[name]! >= low && thread[name]! <= high, told(`store ${mark}: ${name}`));
      const sum: number = terms.reduce((n, [name, t]) => n + t.factor * (thread[name] ?? 0), spot.at.constant);
      const rest: number = lifted(at, sum) - sum;
      if (loops.length === 0) assert.equal(rest, 0, told(`store ${mark} as a sum`));
      const [only, ...more] = loops;
      if (!only || more.length > 0 || only[1].factor === 0) continue;
      const turn = rest / only[1].factor;
      const fits = Number.isInteger(turn) && turn >= only[1].low && turn <= only[1].high;
      assert.ok(fits, told(`store ${mark}: iteration ${turn}`));
    }
  };

  const branches = (s: Extract<Statement, { kind: 'if' }>): void => {
    const [taken, not] = [s.then, s.otherwise].map((list) => byMark.get(markOf(list[0]) ?? -1) ?? []);
    if (!taken || !not) return;
    known.branches++;
    if (taken.length > 0) assert.ok(ranges.mayHold.has(s), told('a condition that holds'));
    else known.never += ranges.mayHold.has(s) ? 0 : 1;
    const boxes = ranges.boxes.get(s);
    if (!boxes) return void assert.equal(taken.length + not.length, 0, told('a condition that is come to'));
    const { truth, then, otherwise } = boxes;
    if (truth !== undefined) assert.equal((truth ? not : taken).length, 0, told(`a condition is always ${truth}`));
    for (const [box, inside, outside] of [
      [then, taken, not],
      [otherwise, not, taken],
    ] as const) {
      if (!box) continue;
      known.boxes++;
      assert.ok(
        inside.every((v) => isIn(box, v.thread)),
        told('threads of a branch'),
      );
      assert.ok(
        outside.every((v) => !isIn(box, v.thread)),
        told('threads beside a branch'),
      );
    }
  };

  /** Before a loop stands a store of its own. */
  const loop = (s: Extract<Statement, { kind: 'for' }>, before: number): void => {
    const trips = ranges.trips.get(s);
    const [begins, rounds] = [byMark.get(before) ?? [], byMark.get(markOf(s.body[0]) ?? -1) ?? []];
    if (!trips) return void assert.equal(begins.length, 0, told('a loop that is come to'));
    known.loops++;
    const times = Map.groupBy(rounds, (v) => v.thread);
    const counts = [...Map.groupBy(begins, (v) => v.thread)].map(
      ([thread, of]) => (times.get(thread)?.length ?? 0) / of.length,
    );
    if (counts.length === 0) return;
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    // Iterations that a `break` leaves out are none.
    if (trips.high >= 0) assert.ok(most <= trips.high, told(`${most} iterations, at most ${trips.high}`));
    else assert.equal(most, 0, told('a loop without iterations'));
    known.trips += Math.max(0, trips.low) === least && Math.max(0, trips.high) === most ? 1 : 0;
  };

  const list = (statements: readonly Statement[]): void => {
    for (const [i, s] of statements.entries()) {
      const mark = markOf(s);
      if (mark !== undefined) access(s, mark, byMark.get(mark) ?? []);
      if (s.kind === 'if') branches(s);
      if (s.kind === 'for') loop(s, markOf(statements[i - 1]) ?? -1);
    }
  };
  list(fn.body);
  eachStatement(fn.body, (s) => {
    if (s.kind === 'if') for (const body of [s.then, s.otherwise]) list(body);
    if (s.kind === 'for' || s.kind === 'loop' || s.kind === 'block') list(s.body);
    if (s.kind === 'switch') for (const body of [...s.cases.map((c) => c.body), s.otherwise]) list(body);
  });
}
